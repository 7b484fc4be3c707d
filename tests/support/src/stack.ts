import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '@rotamer/stack/folder/paths.ts';
import type { StackFile } from '@rotamer/stack/folder/stackFile.ts';
import { type FoundProcess, killAll, processesOf } from './processes.ts';
import { waitFor } from './waitFor.ts';

/** Concurrent tools, whatever the machine: stories rely on the third job having to wait. */
export const runnerSlots = 2;

/** For a slow machine under load; a start takes three seconds on an idle one. */
const startTimeoutMs = 200_000;

/**
 * Compile cache shared by all processes of this run and the next: starting Node takes most of the time of a restart.
 */
export const compileCache = join(repository, 'node_modules', '.cache', 'node-compile');

/** The same stories run on Kafka and S3: `npm run test:real`. */
export const onRealNeighbours = process.env.ROTAMER_E2E_NEIGHBOURS === 'real';

/** The folder of a stack. Another stack can be started on it, and finds the data of the previous one. */
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
  /** `stack.json` as it is now. */
  file(): StackFile;
  /** Ctrl-C in its terminal; resolves with the exit code. */
  interrupt(): Promise<number | null>;
  /** Sends SIGKILL to all its processes at once, as in a power cut. */
  killEverything(): Promise<void>;
  /** Everything it printed. */
  output(): string;
}

/**
 * A new folder, which other users can access: tools run as another user. Its stack runs no job of its own for the welcome page,
 * unless it is to have a `sample`.
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

/** Deletes a home after killing processes that still run there; returns those. */
export function removeHome({ folder }: Home): FoundProcess[] {
  const left = processesOf(folder);
  killAll(left);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  return left;
}

export interface StartOptions {
  home?: Home;
  /** More options of `npm start`. */
  args?: string[];
  /** Start it through npm, as a user does; by default without npm. */
  npm?: boolean;
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** Folder of the sources that run, with packages installed; by default this repository. */
  checkout?: string;
}

/** Starts a stack on free ports, or where ROTAMER_HTTP_LISTEN says, and resolves when it is ready. */
export async function startStack({
  home = newHome(),
  args = [],
  npm = false,
  env = {},
  checkout = repository,
}: StartOptions = {}): Promise<RunningStack> {
  const launcherFile = join(checkout, 'deploy', 'stack', 'src', 'start.ts');
  const [program, ...first] = npm ? ['npm', 'start', '--silent', '--'] : [process.execPath, launcherFile];
  const neighbours = onRealNeighbours ? ['--real'] : [];
  const port = env.ROTAMER_HTTP_LISTEN ? [] : ['--port', '0'];
  const launcher = spawn(program!, [...first, ...port, '--data', home.dataDir, ...neighbours, ...args], {
    cwd: checkout,
    env: { ...environment(home), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a process group of its own: what a terminal sends Ctrl-C to
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
      // PostgreSQL's children need a moment to notice that their parent is gone.
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

/** Without the developer's own settings, so that a test stack is always the same. */
function environment(home: Home): NodeJS.ProcessEnv {
  const foreign = Object.entries(process.env).filter(([name]) => !/^(ROTAMER_|VITEST|NODE_ENV$|npm_)/.test(name));
  return {
    ...Object.fromEntries(foreign),
    NODE_COMPILE_CACHE: compileCache,
    ROTAMER_WORK_DIR: join(home.folder, 'work'),
    ROTAMER_SLOTS: String(runnerSlots),
  };
}
