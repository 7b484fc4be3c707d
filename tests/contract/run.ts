// npm run test:contract [-- options of `schemathesis run`]: Schemathesis against the contract that a stack of its own
// publishes. tests/contract/schemathesis.toml says what it does, and what it lets pass and why.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAdmin } from '@rotamer/test-support/admin.ts';
import { loggedErrors } from '@rotamer/test-support/loggedErrors.ts';
import { missingPython, pythonEnvironment } from '@rotamer/test-support/python.ts';
import { newHome, type RunningStack, removeHome, startStack } from '@rotamer/test-support/stack.ts';

const config = join(import.meta.dirname, 'schemathesis.toml');
const scopes = ['jobs:read', 'jobs:write', 'files:read', 'files:write', 'projects:read', 'projects:write'];

/** The same requests in every run, unless asked for others with `--seed`: a red build can then be looked into. */
const seed = process.argv.includes('--seed') ? [] : ['--seed', '20261121'];

const missing = missingPython();
if (missing) {
  console.log(`contract: ${process.env.CI ? 'FAILED' : 'skipped (where CI is set it fails)'}: ${missing} is not here.`);
  process.exit(process.env.CI ? 1 : 0);
}
// Ctrl-C ends Schemathesis, which has the same terminal; then the stack is ended here.
process.on('SIGINT', () => {});

const programs = pythonEnvironment('schemathesis', join(import.meta.dirname, 'requirements.txt'));
const schemathesis = join(programs, 'schemathesis');
const home = newHome();
try {
  // Every other request comes without a good key, all from one address; limits have tests of their own.
  const stack = await startStack({ home, env: { ROTAMER_REQUESTS_PER_ADDRESS: '1000000' } });
  process.exitCode = await test(stack);
  const code = await stack.interrupt();
  if (code !== 0) throw new Error(`the stack ended with ${code}:\n${stack.output()}`);
} finally {
  for (const line of loggedErrors(home)) console.error(line);
  removeHome(home);
}

/** Answers the exit code of Schemathesis. */
async function test(stack: RunningStack): Promise<number> {
  const document = join(home.folder, 'openapi.json');
  const answer = await fetch(`${stack.baseUrl}/api/v1/openapi.json`);
  // From a file: it would leave out the operation that it has the document from.
  writeFileSync(document, await answer.text());
  const args = ['--config-file', config, 'run', document, '--url', stack.baseUrl, ...seed, ...process.argv.slice(2)];
  const env = { ...process.env, ROTAMER_API_KEY: await newKey(), COLUMNS: '120' };
  // Where it may leave its files: they go with the home.
  const run = spawn(schemathesis, args, { cwd: home.folder, env, stdio: 'inherit' });
  const [code] = await once(run, 'close');
  return code ?? 1;
}

/** A key of a workspace that no limit stops. */
async function newKey(): Promise<string> {
  const admin = createAdmin(home.dataDir);
  const plan = 'COMMERCIAL_TEAM';
  const { id: workspace } = await admin.command('workspace create', { name: 'contract', plan, credits: 1_000_000 });
  const limits = { 'requests-per-minute': 100_000, 'concurrent-jobs': 10_000, 'jobs-per-day': 100_000 };
  await admin.command('workspace set-limits', { workspace, ...limits });
  const { id: user } = await admin.command('user create', { workspace, email: 'contract@example.org', role: 'owner' });
  return (await admin.command('key create', { workspace, user, scopes: scopes.join() })).key;
}
