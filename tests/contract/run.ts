// npm run test:contract [-- options of `schemathesis run`]: runs Schemathesis against the contract that a separate
// stack publishes. tests/contract/schemathesis.toml says what is tested, and what is allowed and why. Continuous integration tries a
// third of the operations, another one each day, because all of them take two minutes of CPU. Every operation is tried at night, with
// six times as many random requests.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import { createAdmin } from '@rotamer/test-support/admin.ts';
import { startEntryServer } from '@rotamer/test-support/entryServer.ts';
import { loggedErrors } from '@rotamer/test-support/loggedErrors.ts';
import { missingPython, pythonEnvironment } from '@rotamer/test-support/python.ts';
import { newHome, type RunningStack, removeHome, startStack } from '@rotamer/test-support/stack.ts';

const config = join(import.meta.dirname, 'schemathesis.toml');

/**
 * Fixed, so that every run sends the same requests and a failure can be repeated. `--seed` on the command line replaces
 * it.
 */
const seed = process.argv.includes('--seed') ? [] : ['--seed', '20261121'];

const missing = missingPython();
if (missing) {
  console.log(`contract: ${process.env.CI ? 'FAILED' : 'skipped (where CI is set it fails)'}: ${missing} is not here.`);
  process.exit(process.env.CI ? 1 : 0);
}
// Ctrl-C also ends Schemathesis, which has the same terminal. This process then stops the stack.
process.on('SIGINT', () => {});

const programs = pythonEnvironment('schemathesis', join(import.meta.dirname, 'requirements.txt'));
const schemathesis = join(programs, 'schemathesis');
const home = newHome();
try {
  const { env } = await startEntryServer();
  const stack = await startStack({ home, env });
  process.exitCode = await test(stack);
  const code = await stack.interrupt();
  if (code !== 0) throw new Error(`the stack ended with ${code}:\n${stack.output()}`);
} finally {
  for (const line of loggedErrors(home)) console.error(line);
  removeHome(home);
}

/** Runs Schemathesis. Returns its exit code. */
async function test(stack: RunningStack): Promise<number> {
  const document = join(home.folder, 'openapi.json');
  const answer = await fetch(`${stack.baseUrl}/api/v1/openapi.json`);
  // The document is read from a file. With a URL, Schemathesis would skip the operation that returns the document.
  const text = await answer.text();
  writeFileSync(document, text);
  const given = process.argv.slice(2);
  const some = process.env.CI && !long && given.length === 0 ? oneInThree(JSON.parse(text), new Date()) : [];
  const more = long ? ['--max-examples', '30'] : [];
  const args = ['--config-file', config, 'run', document, '--url', stack.baseUrl, ...seed, ...some, ...more, ...given];
  const env = { ...process.env, ROTAMER_API_KEY: await newKey(), COLUMNS: '120' };
  // Schemathesis may leave files in the home, which is deleted with the stack.
  const run = spawn(schemathesis, args, { cwd: home.folder, env, stdio: 'inherit' });
  const [code] = await once(run, 'close');
  return code ?? 1;
}

/** Returns the options that choose one operation in three, in the order of the contract: all of them in any three days. */
function oneInThree(
  { paths }: { paths: Record<string, Record<string, { operationId?: string }>> },
  now: Date,
): string[] {
  const day = Math.floor(now.getTime() / 86_400_000);
  const ids = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId }) => operationId ?? []),
  );
  return ids.filter((_, i) => i % 3 === day % 3).flatMap((id) => ['--include-operation-id', id]);
}

/** Returns a key of a workspace with limits that the tests do not reach. */
async function newKey(): Promise<string> {
  const admin = createAdmin(home.dataDir);
  const plan = 'COMMERCIAL_TEAM';
  const { id: workspace } = await admin.command('workspace create', { name: 'contract', plan, credits: 1_000_000 });
  const limits = { 'requests-per-minute': 100_000, 'concurrent-jobs': 10_000, 'jobs-per-day': 100_000 };
  await admin.command('workspace set-limits', { workspace, ...limits });
  const { id: user } = await admin.command('user create', { workspace, email: 'contract@example.org', role: 'owner' });
  return (await admin.command('key create', { workspace, user, scopes: 'all' })).key;
}
