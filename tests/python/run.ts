// npm run test:all -- --only python [-- options of pytest]: checks the generated half of the Python client, builds its wheel, installs it into an
// empty environment, and runs its tests there, also against a separate stack behind proxies with faults. Also runs the
// samples of the documentation, the notebooks, and what the READMEs tell users to type.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import { repository } from '@rotamer/stack/folder/paths.ts';
import { createAdmin } from '@rotamer/test-support/admin.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { startEntryServer } from '@rotamer/test-support/entryServer.ts';
import { startHttpFaults } from '@rotamer/test-support/httpFaults.ts';
import { loggedErrors } from '@rotamer/test-support/loggedErrors.ts';
import {
  installPackages,
  makeEnvironment,
  missingPython,
  pipInstall,
  pythonEnvironment,
  runProgram,
} from '@rotamer/test-support/python.ts';
import { waitingTool } from '@rotamer/test-support/requests.ts';
import { readSamples } from '@rotamer/test-support/samples/readSamples.ts';
import { trySamples } from '@rotamer/test-support/samples/sampleWorld.ts';
import { newHome, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { newWorkspaceOn } from '@rotamer/test-support/workspace.ts';
import { checkBlockingClient } from './blockingClient.ts';
import { followPythonInstallation, followReadmes } from './readmes.ts';
import { runSamples } from './runSamples.ts';

/** Packages that tests of the client need: trio is another event loop, trustme makes certificates, rocrate reads provenance. */
const forTests = ['pytest>=9,<10', 'trio>=0.30,<1', 'trustme>=1,<2', 'rocrate>=0.14,<1'];
/** What verifies webhooks in programs of users. */
const forWebhooks = ['standardwebhooks>=1,<2'];
/** Packages that run notebooks. */
const forNotebooks = ['nbclient>=0.10,<1', 'ipykernel>=6,<8'];

const client = join(repository, 'clients', 'python');

const missing = missingPython();
if (missing) {
  console.log(`python: ${process.env.CI ? 'FAILED' : 'skipped (where CI is set it fails)'}: ${missing} is not here.`);
  process.exit(process.env.CI ? 1 : 0);
}

checkBlockingClient();
const programs = pythonEnvironment('python-client', join(import.meta.dirname, 'requirements.txt'));
const home = newHome();
try {
  const wheel = buildWheel(join(home.folder, 'wheel'));
  const environment = join(home.folder, 'venv', 'bin');
  const python = join(environment, 'python');
  makeEnvironment(dirname(environment));
  install(environment, wheel, ...forTests);
  runProgram(
    join(programs, 'mypy'),
    '--config-file',
    join(client, 'pyproject.toml'),
    '--python-executable',
    python,
    join(client, 'src'),
  );
  // Receivers of webhooks are processes of this machine.
  const entries = await startEntryServer();
  const stack = await startStack({ home, env: { ROTAMER_WEBHOOK_ALLOW: '127.0.0.1', ...waitingTool, ...entries.env } });
  const faults = await Promise.all([startHttpFaults(stack.baseUrl), startHttpFaults(stack.baseUrl)]);
  // Each client meets every fault once. The tests check the outcome.
  for (const { cutNext } of faults) {
    cutNext(/^POST \/api\/v1\/jobs HTTP/);
    cutNext(/^GET \/api\/v1\/jobs\/job_\w+\/events/);
    cutNext(/^GET \/blobs\//);
    cutNext(/^POST \/api\/v1\/files HTTP/);
  }
  const env = {
    ...process.env,
    ROTAMER_API_KEY: stack.apiKey,
    ROTAMER_BASE_URL: stack.baseUrl,
    ROTAMER_LOGIN_LINK: (await createAdmin(home.dataDir).command('login-link', {})).url,
    ROTAMER_CLI: `${process.execPath} ${join(repository, 'clients', 'cli', 'src', 'main.ts')}`,
    ROTAMER_FAULTY_URLS: faults.map(({ baseUrl }) => baseUrl).join(),
  };
  /** Runs tests in an environment, and shows what they printed when they are over, because two runs overlap. */
  const pytest = async (environment: string, args: string[], more: NodeJS.ProcessEnv = {}) => {
    const all = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...args, ...process.argv.slice(2)];
    const run = spawn(join(environment, 'python'), all, {
      ...{ cwd: client, env: { ...env, ...more } },
      stdio: ['inherit', 'pipe', 'pipe'],
    });
    const printed: Buffer[] = [];
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (part: Buffer) => printed.push(part));
    const [code] = await once(run, 'close');
    process.stdout.write(Buffer.concat(printed));
    if (code !== 0) process.exitCode = code ?? 1;
  };
  const contract = await loadContract(stack.baseUrl);
  const place = { baseUrl: stack.baseUrl, dataDir: home.dataDir };
  // The client's tests must pass without the packages of notebooks, so notebooks have another environment.
  const parts = await Promise.allSettled([testClient(), testNotebooks()]);
  for (const part of parts) if (part.status === 'rejected') throw part.reason;

  /** The tests of the client, the samples of the documentation, and the READMEs. */
  async function testClient(): Promise<void> {
    await pytest(environment, ['--ignore=tests/notebooks', '--ignore=tests/matrix', '--ignore=tests/webhooks']);
    const left = faults.map((one) => one.left());
    if (left.some((count) => count > 0)) throw new Error(`faults that did not happen: ${left.join()}`);
    await Promise.all(faults.map((one) => one.stop()));
    install(environment, ...forWebhooks);
    // The key of the stack has no scopes of webhooks.
    const ofWebhooks = await newWorkspaceOn(place, contract);
    await pytest(environment, ['tests/webhooks'], { ROTAMER_API_KEY: ofWebhooks.key.key });
    const samples = await readSamples(stack.baseUrl, 'Python', contract);
    const failures = Object.entries(await trySamples(place, contract, samples, runSamples(python)));
    for (const [name, reason] of failures) console.error(`\nThe sample ${name}: ${reason}`);
    console.log(`${samples.length} samples, ${failures.length} failed`);
    if (failures.length > 0) process.exitCode = 1;
    await followReadmes({ stack, folder: home.folder, programs: environment });
  }

  /** Installs the client as its README says, runs notebooks, and makes every call in every surrounding of users. */
  async function testNotebooks(): Promise<void> {
    const ofNotebooks = join(home.folder, 'notebooks', 'bin');
    makeEnvironment(dirname(ofNotebooks));
    // By day pip finds what the client needs for notebooks, and takes a minute of CPU less.
    const before = long ? [] : [`rotamer[notebook] @ file://${wheel}`, ...forNotebooks];
    install(ofNotebooks, 'pip', ...forTests, ...before);
    await followPythonInstallation(ofNotebooks);
    if (long) install(ofNotebooks, ...forNotebooks);
    await pytest(ofNotebooks, ['tests/notebooks']);
    // Many processes share the key of this workspace, so its rate limit is higher.
    const { key } = await newWorkspaceOn(place, contract, { limits: { 'requests-per-minute': 6_000 } });
    await pytest(ofNotebooks, ['tests/matrix', '--durations=3'], { ROTAMER_API_KEY: key.key });
  }

  const ended = await stack.interrupt();
  if (ended !== 0) throw new Error(`the stack ended with ${ended}:\n${stack.output()}`);
} finally {
  for (const line of loggedErrors(home)) console.error(line);
  removeHome(home);
}

/** Builds the wheel into an empty folder. Returns its path. */
function buildWheel(folder: string): string {
  runProgram(join(programs, 'python'), '-m', 'build', '--wheel', '--no-isolation', '--outdir', folder, client);
  return join(folder, readdirSync(folder)[0]!);
}

/** Installs packages into the environment of a user: at night with pip only, as users do. */
function install(environment: string, ...what: string[]): void {
  if (long) pipInstall(environment, ...what);
  else installPackages(environment, ...what);
}
