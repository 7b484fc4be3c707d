import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '@rotamer/neighbours/postgres/startPostgres.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { isRunning, kill } from '@rotamer/test-support/processes.ts';
import { waitingTool } from '@rotamer/test-support/requests.ts';
import { newHome, type RunningStack, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { type Limits, newWorkspaceOn, type Workspace } from '@rotamer/test-support/workspace.ts';
import type { Facts } from './facts.ts';
import type { History } from './history.ts';
import { settle } from './settle.ts';

export interface World {
  stack: RunningStack;
  workspaces: Workspace[];
  /** URL of one of the stack's databases. */
  url(database: string): string;
  /** Processes of a service, as the stack knows them now, without those that have died. */
  pidsOf(service: string): number[];
  /** Kills PostgreSQL without a checkpoint, as in a crash. */
  crashPostgres(): Promise<void>;
  startPostgres(): Promise<void>;
  /** Waits until all accepted jobs have ended and are settled, then compares clients, databases and bus. */
  settle(history: History, withinMs?: number): Promise<{ violations: string[]; facts: Facts }>;
  end(): Promise<void>;
}

/** Few active jobs, so that all end soon after the load stops, also after a long one. */
const FEW_JOBS = { 'requests-per-minute': 100_000, 'concurrent-jobs': 10 };

/** Starts a stack on a PostgreSQL that the test can stop, and creates workspaces whose clients retry. */
export async function startWorld({
  workspaces: count,
  args = [],
  limits = FEW_JOBS,
  env: more = {},
}: {
  workspaces: number;
  args?: string[];
  limits?: Limits;
  /** Further environment variables of the stack. */
  env?: Record<string, string>;
}): Promise<World> {
  const home = newHome();
  const dataDir = join(home.folder, 'postgres');
  let postgres: Postgres = await startPostgres({ dataDir, databases: [] });
  const url = (database: string) => postgres.url(database);
  const env = { ROTAMER_POSTGRES_URL: url('postgres'), ...waitingTool, ...more };
  const stack = await startStack({ home, args, env }).catch(async (error) => {
    await postgres.stop();
    removeHome(home);
    throw error;
  });
  const contract = await loadContract(stack.baseUrl);
  const place = { baseUrl: stack.baseUrl, dataDir: home.dataDir, patient: true };
  const workspaces = await Promise.all(
    Array.from({ length: count }, () => newWorkspaceOn(place, contract, { credits: 5_000, limits })),
  );

  return {
    stack,
    workspaces,
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
    settle: (history, withinMs) => settle(url, history, withinMs),
    async end() {
      await stack.killEverything();
      await postgres.stop();
      removeHome(home);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
