import { join } from 'node:path';
import { type FaultProxy, startFaultProxy } from '@rotamer/kit/testing/faultProxy/faultProxy.ts';
import { type PostgresProxy, startPostgresProxy } from '@rotamer/kit/testing/faultProxy/postgresProxy.ts';
import { startPostgres } from '@rotamer/neighbours/postgres/startPostgres.ts';
import type { Stack } from '@rotamer/stack/stack.ts';
import { startStack } from '@rotamer/stack/startStack.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { waitingTool } from '@rotamer/test-support/requests.ts';
import { newHome, removeHome, runnerSlots } from '@rotamer/test-support/stack.ts';
import { newWorkspaceOn, type Workspace } from '@rotamer/test-support/workspace.ts';
import type { Facts, ReadEvents } from './facts.ts';
import type { History } from './history.ts';
import { settle } from './settle.ts';

/** The links between services, by callee. */
export interface Links {
  postgres: PostgresProxy;
  /** Called by the gateway and the runner. */
  jobs: FaultProxy;
  /** Called by jobs and the gateway. */
  billing: FaultProxy;
}

export interface LinkedWorld {
  links: Links;
  workspaces: Workspace[];
  baseUrl: string;
  /** URL of one of the stack's databases, bypassing the proxy. */
  url(database: string): string;
  /** Descriptions of all unexpected exits of services so far. */
  deaths(): string[];
  settle(history: History, withinMs?: number): Promise<{ violations: string[]; facts: Facts }>;
  end(): Promise<void>;
}

/**
 * Starts a separate stack, run by this process, with a fault proxy on every link between its parts. `env` has
 * additional settings for `npm start`. `readEvents` reads the bus when the bus is not PostgreSQL.
 */
export async function startLinkedWorld(
  count: number,
  env: Record<string, string> = {},
  readEvents?: ReadEvents,
): Promise<LinkedWorld> {
  // Disposes of everything in reverse order: when the world ends, or immediately when its start fails.
  await using started = new AsyncDisposableStack();
  const home = started.adopt(newHome(), (made) => void removeHome(made));
  const dataDir = join(home.folder, 'postgres');
  const server = started.adopt(await startPostgres({ dataDir, databases: [] }), ({ stop }) => stop());
  const postgres = await startPostgresProxy(new URL(server.url('postgres')).host);
  const links: Partial<Links> = { postgres: started.adopt(postgres, ({ stop }) => stop()) };
  const deaths: string[] = [];
  // Settings that `npm start` reads from its environment.
  Object.assign(process.env, env, waitingTool, {
    ROTAMER_POSTGRES_URL: postgres.through(server.url('postgres')),
    ROTAMER_WORK_DIR: join(home.folder, 'work'),
    ROTAMER_SLOTS: String(runnerSlots),
  });
  const stack: Stack = await startStack({
    dataDir: home.dataDir,
    port: 0,
    fresh: false,
    real: false,
    replicas: { console: 0, compat: 0 },
    report: (line) => deaths.push(line),
    async reach(service, address) {
      if (service !== 'jobs' && service !== 'billing') return address;
      const proxy = started.adopt(await startFaultProxy(address), ({ stop }) => stop());
      links[service] = proxy;
      return proxy.address;
    },
  });
  started.defer(stack.kill);
  const contract = await loadContract(stack.baseUrl);
  const place = { baseUrl: stack.baseUrl, dataDir: home.dataDir, patient: true };
  const limits = { 'requests-per-minute': 100_000, 'concurrent-jobs': 10 };
  const workspaces = await Promise.all(
    Array.from({ length: count }, () => newWorkspaceOn(place, contract, { credits: 5_000, limits })),
  );
  const end = started.move();
  return {
    links: links as Links,
    workspaces,
    baseUrl: stack.baseUrl,
    deaths: () => deaths,
    settle: (history, withinMs) => settle(server.url, history, withinMs, { readEvents }),
    url: server.url,
    end: () => end.disposeAsync(),
  };
}
