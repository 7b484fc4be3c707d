import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm run generate` writes proto/gen and every schema.sql; with `--check` it verifies that the committed code matches
 * the protos. That every schema.sql matches its migrations is checked by schemas.int.test.ts, which has a PostgreSQL.
 */
const proto = join(import.meta.dirname, '../proto');
const buf = (...args: string[]) => execFileSync('buf', args, { cwd: proto, stdio: 'inherit' });

buf('lint');
if (process.argv.includes('--check')) {
  checkProto();
} else {
  buf('generate');
  const { writeSchemas } = await import('./schemas.ts');
  await writeSchemas();
}

function checkProto(): void {
  const fresh = mkdtempSync(join(tmpdir(), 'rotamer-proto-'));
  try {
    buf('generate', '--output', fresh);
    execFileSync('diff', ['-r', '-q', join(proto, 'gen'), join(fresh, 'gen')], { stdio: 'inherit' });
  } catch {
    console.error('proto/gen does not match the .proto files: run `npm run generate` and commit the result.');
    process.exitCode = 1;
  } finally {
    rmSync(fresh, { recursive: true });
  }
}
