// npm run test:containers: the driver contract tests on PostgreSQL, Kafka and S3 in containers.

import { spawnSync } from 'node:child_process';

const engine = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { encoding: 'utf8' });

if (engine.status !== 0) {
  console.log(
    'SKIPPED: no Docker engine available (docker info). The same tests run without containers: npm run test:real',
  );
} else {
  console.log(`Docker engine ${engine.stdout.trim()}`);
  const { status } = spawnSync('vitest', ['run', '--project', 'containers'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
