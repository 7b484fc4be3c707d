import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm run generate` writes everything that is derived from other files: the version of the root package.json in every other file that has one;
 * regions of the compose file, kind files, chart and table of services, from deploy/services.ts; proto/gen; every schema.sql; the allowances of
 * retired words; the lists of operations and handlers; the types of the TypeScript client; the clients' copies of the formats; the blocking half of the Python client. With `--check`
 * it verifies that proto/gen matches the protos. schemas.int.test.ts, which has a PostgreSQL, the step `python`, and tests beside the generators
 * check the rest.
 */
const proto = join(import.meta.dirname, '../proto');
const buf = (...args: string[]) => execFileSync('buf', args, { cwd: proto, stdio: 'inherit' });

buf('lint');
if (process.argv.includes('--check')) {
  checkProto();
} else {
  const { writeVersions } = await import('./versions.ts');
  writeVersions();
  const { writeDerivedFiles } = await import('../deploy/generate/derivedFiles.ts');
  writeDerivedFiles();
  const { lowerAllowances } = await import('./house/retiredWords.ts');
  lowerAllowances();
  buf('generate');
  const { writeSchemas } = await import('./schemas.ts');
  await writeSchemas();
  const { writeOperationLists } = await import('../packages/api/generate/operationLists.ts');
  writeOperationLists();
  const { writeTypes } = await import('../clients/typescript/generate/writeTypes.ts');
  await writeTypes();
  const { writeFormats } = await import('../clients/typescript/generate/writeFormats.ts');
  writeFormats();
  const { writePythonFormats } = await import('../tests/python/pythonFormats.ts');
  writePythonFormats();
  const { writeBlockingClient } = await import('../tests/python/blockingClient.ts');
  writeBlockingClient();
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
