import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import { type Postgres, startPostgres } from '@rotamer/neighbours/postgres/startPostgres.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { isRunning, kill, killAll, processesOf } from '@rotamer/test-support/processes.ts';
import { waitingTool } from '@rotamer/test-support/requests.ts';
import { newHome, type RunningStack, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { type Limits, newWorkspaceOn, type Workspace } from '@rotamer/test-support/workspace.ts';
import { inject } from 'vitest';
import { type Facts, readUnfinished } from './facts.ts';
import type { SharedStart } from './globalHome.ts';
import type { History } from './history.ts';
import { settle } from './settle.ts';

/** A stack, and its PostgreSQL, which the test can stop. */
interface Ground {
  stack: RunningStack;
  /** URL of one of the stack's databases. */
  url(database: string): string;
  /** Processes of a service, as the stack knows them now, without those that have died. */
  pidsOf(service: string): number[];
  /** Kills PostgreSQL without a checkpoint, as in a crash. */
  crashPostgres(): Promise<void>;
  startPostgres(): Promise<void>;
  end(): Promise<void>;
}

export interface World extends Ground {
  workspaces: Workspace[];
  /**
   * Waits until all accepted jobs of these workspaces have ended and are settled, then compares clients, databases and bus.
   */
  settle(history: History, withinMs?: number): Promise<{ violations: string[]; facts: Facts }>;
}

interface WorldOptions {
  workspaces: number;
  /** Options of the stack's start. */
  args?: string[];
  limits?: Limits;
}

/** Options of the start of a stack whose console and whose other protocols nobody uses. */
export const WITHOUT_PAGES = ['--console', '0', '--compat', '0'];

/** Few active jobs, so that all end soon after the load stops, also after a long one. */
const FEW_JOBS = { 'requests-per-minute': 100_000, 'concurrent-jobs': 10 };

/** The stack that all files of a project share in the short form. They run in one process, one after the other. */
let shared: Promise<Ground> | undefined;

/** Starts its own stack, and creates workspaces whose clients retry. */
export async function startWorld({ args = [], ...others }: WorldOptions): Promise<World> {
  return createWorld(await startGround({ home: newHome(), args }), others);
}

/**
 * Creates workspaces whose clients retry: on its own stack in the long form, and otherwise on the stack that all files share,
 * because its start takes more of the processor than most files. Waits until an earlier file has left nothing behind: killed services
 * are back, jobs have ended and credits are settled.
 */
export async function openWorld(options: WorldOptions): Promise<World> {
  if (long) return startWorld(options);
  shared ??= startShared();
  const ground = await shared;
  const isBack = ([name, processes]: [string, unknown[]]) => ground.pidsOf(name).length === processes.length;
  await waitFor('every service', () => Object.entries(ground.stack.file().services).every(isBack));
  const isSettled = async () => (await readUnfinished(ground.url)) === 0;
  await waitFor('the jobs and credits of earlier files to be settled', isSettled, { timeoutMs: 120_000 });
  return { ...(await createWorld(ground, options)), end: async () => {} };
}

function startShared(): Promise<Ground> {
  const start = inject('sharedStart');
  // vitest ends the process with SIGTERM after the last file, and then waits for all that have its output.
  process.once('SIGTERM', () => {
    killAll(processesOf(start.home.folder));
    process.kill(process.pid, 'SIGKILL');
  });
  return startGround(start);
}

async function startGround({ home, args }: SharedStart): Promise<Ground> {
  const dataDir = join(home.folder, 'postgres');
  let postgres: Postgres = await startPostgres({ dataDir, databases: [] });
  const url = (database: string) => postgres.url(database);
  const env = { ROTAMER_POSTGRES_URL: url('postgres'), ROTAMER_WEBHOOK_ALLOW: '127.0.0.1', ...waitingTool };
  const stack = await startStack({ home, args, env }).catch(async (error) => {
    await postgres.stop();
    removeHome(home);
    throw error;
  });
  return {
    stack,
    url,
    pidsOf: (service) =>
      (stack.file().services[service] ?? [])
        .map(({ pid }) => pid)
        .filter((pid) => isRunning(pid, `/services/${service}/`)),
    async crashPostgres() {
      kill(postgres.pid, 'SIGQUIT');
      await postgres.gone;
    },
    async startPostgres() {
      postgres = await startPostgres({ dataDir, port: postgres.port, databases: [] });
    },
    async end() {
      await stack.killEverything();
      await postgres.stop();
      removeHome(home);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function createWorld(
  ground: Ground,
  { workspaces: count, limits = FEW_JOBS }: Pick<WorldOptions, 'workspaces' | 'limits'>,
): Promise<World> {
  const { baseUrl, home } = ground.stack;
  const contract = await loadContract(baseUrl);
  const place = { baseUrl, dataDir: home.dataDir, patient: true };
  const workspaces = await Promise.all(
    Array.from({ length: count }, () => newWorkspaceOn(place, contract, { credits: 5_000, limits })),
  );
  const own = new Set(workspaces.map(({ id }) => id));
  return {
    ...ground,
    workspaces,
    settle: (history, withinMs) => settle(ground.url, history, withinMs, { of: own }),
  };
}
