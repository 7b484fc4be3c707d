// npm run test:containers: the contracts of the drivers on PostgreSQL, Kafka and S3 as containers.

import { spawnSync } from 'node:child_process';

const engine = spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { encoding: 'utf8' });

if (engine.status !== 0) {
  console.log(
    'SKIPPED: no Docker engine answers (docker info). The same tests run on plain processes: npm run test:real',
  );
} else {
  console.log(`Docker engine ${engine.stdout.trim()}`);
  const { status } = spawnSync('vitest', ['run', '--project', 'containers'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
