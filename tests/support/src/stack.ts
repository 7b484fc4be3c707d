import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '@rotamer/stack/folder/paths.ts';
import type { StackFile } from '@rotamer/stack/folder/stackFile.ts';
import { type FoundProcess, killAll, processesOf } from './processes.ts';
import { fillDataFolder } from './startedData.ts';
import { waitFor } from './waitFor.ts';

/** Concurrent tools on any machine. Stories rely on the third job having to wait. */
export const runnerSlots = 2;

/** Limit for a slow machine under load. An idle machine takes three seconds. */
const startTimeoutMs = 200_000;

/**
 * Compile cache shared by all processes of this run and later runs. Without it, starting Node takes most of the time of
 * a restart.
 */
export const compileCache = join(repository, 'node_modules', '.cache', 'node-compile');

/** Whether the stories run on Kafka and S3: `npm run test:real`. */
export const onRealNeighbours = process.env.ROTAMER_E2E_NEIGHBOURS === 'real';

/** The folder of a stack. A later stack on the same folder finds the data of the earlier one. */
export interface Home {
  folder: string;
  dataDir: string;
  stackFile: string;
}

/** A started stack, seen from outside. */
export interface RunningStack {
  home: Home;
  baseUrl: string;
  apiKey: string;
  /** Returns the present content of `stack.json`. */
  file(): StackFile;
  /** Sends SIGINT as Ctrl-C in a terminal does. Resolves with the exit code. */
  interrupt(): Promise<number | null>;
  /** Sends SIGKILL to all its processes at once, as in a power cut. */
  killEverything(): Promise<void>;
  /** Returns everything that the stack has printed. */
  output(): string;
}

/**
 * Creates a folder that other users can access, because tools run as another user. Its stack runs no sample job for the
 * welcome page, unless `sample` is set.
 */
export function newHome({ sample = false } = {}): Home {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-e2e-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'work'));
  const dataDir = join(folder, 'data');
  if (!sample) {
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dataDir, 'sample-job'), 'job_of_an_earlier_start\n');
  }
  return { folder, dataDir, stackFile: join(dataDir, 'stack.json') };
}

/** Kills processes that still run in a home, and deletes it. Returns the killed processes. */
export function removeHome({ folder }: Home): FoundProcess[] {
  const left = processesOf(folder);
  killAll(left);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  return left;
}

export interface StartOptions {
  home?: Home;
  /** Additional options of `npm start`. */
  args?: string[];
  /** Whether to start the stack through npm, as a user does. Default: false. */
  npm?: boolean;
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** Folder of the sources to run, with packages installed. Default: this repository. */
  checkout?: string;
}

/**
 * Starts a stack on free ports, or on the address in ROTAMER_HTTP_LISTEN. Resolves when the stack is ready. A stack that starts as
 * a user starts it, of another checkout, or on other servers begins with an empty folder; others with kept data, where there is some.
 */
export async function startStack({
  home = newHome(),
  args = [],
  npm = false,
  env = {},
  checkout = repository,
}: StartOptions = {}): Promise<RunningStack> {
  if (!npm && checkout === repository && !onRealNeighbours && !env.ROTAMER_POSTGRES_URL) fillDataFolder(home.dataDir);
  const launcherFile = join(checkout, 'deploy', 'stack', 'src', 'start.ts');
  const [program, ...first] = npm ? ['npm', 'start', '--silent', '--'] : [process.execPath, launcherFile];
  const neighbours = onRealNeighbours ? ['--real'] : [];
  const port = env.ROTAMER_HTTP_LISTEN ? [] : ['--port', '0'];
  const launcher = spawn(program!, [...first, ...port, '--data', home.dataDir, ...neighbours, ...args], {
    cwd: checkout,
    env: { ...environment(home), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // in a separate process group, because a terminal sends Ctrl-C to a group
  });
  const killWithUs = () => killAll(processesOf(home.folder));
  process.once('exit', killWithUs);
  const ended = once(launcher, 'close').then(([code]) => {
    process.off('exit', killWithUs);
    return code as number | null;
  });
  let text = '';
  for (const stream of [launcher.stdout, launcher.stderr]) stream.on('data', (chunk) => (text += chunk));

  await waitFor(
    'the stack to start',
    () => {
      if (launcher.exitCode !== null) throw new Error(`the stack exited with ${launcher.exitCode}:\n${text}`);
      return text.includes('Rotamer is running') && existsSync(home.stackFile);
    },
    { timeoutMs: startTimeoutMs, everyMs: 50 },
  );
  const file = () => JSON.parse(readFileSync(home.stackFile, 'utf8')) as StackFile;
  const { base_url: baseUrl, api_key: apiKey } = file();
  return {
    home,
    baseUrl,
    apiKey,
    file,
    output: () => text,
    interrupt: () => {
      signalGroup(launcher, 'SIGINT');
      return ended;
    },
    async killEverything() {
      killAll(processesOf(home.folder));
      await ended;
      // PostgreSQL's children take a moment to notice that their parent has exited.
      await waitFor('all processes to be gone', () => {
        const left = processesOf(home.folder);
        killAll(left);
        return left.length === 0;
      });
    },
  };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  process.kill(-pid!, signal);
}

/** Returns the environment without the developer's own settings, so that a test stack is always the same. */
function environment(home: Home): NodeJS.ProcessEnv {
  const foreign = Object.entries(process.env).filter(([name]) => !/^(ROTAMER_|VITEST|NODE_ENV$|npm_)/.test(name));
  return {
    ...Object.fromEntries(foreign),
    NODE_COMPILE_CACHE: compileCache,
    ROTAMER_WORK_DIR: join(home.folder, 'work'),
    ROTAMER_SLOTS: String(runnerSlots),
    // All tests come from one address; on a fast machine they would reach its limit together. The limit has its own tests.
    ROTAMER_REQUESTS_PER_ADDRESS: '1000000',
  };
}
