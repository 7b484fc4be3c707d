import { setTimeout as sleep } from 'node:timers/promises';
import { type Postgres, type PostgresOptions, startPostgres } from '../postgres/startPostgres.ts';
import { signal } from '../processes.ts';
import type { SupervisedService, SupervisorEvents } from './superviseService.ts';

/** The name under which PostgreSQL appears among the services. */
export const postgresName = 'postgres';

/** The stack's own PostgreSQL server, started again on the same port whenever it dies. */
export interface SupervisedPostgres extends SupervisedService {
  port: number;
  url: Postgres['url'];
}

/** Starts the embedded PostgreSQL server and keeps it alive until it is stopped. */
export async function supervisePostgres(
  options: PostgresOptions,
  events: SupervisorEvents,
): Promise<SupervisedPostgres> {
  let server = await startPostgres(options);
  let stopping = false;
  void keepAlive();

  async function keepAlive(): Promise<void> {
    for (;;) {
      await server.gone;
      if (stopping) return;
      events.died(postgresName, 'its process is gone');
      try {
        server = await startPostgres({ ...options, port: server.port });
        events.restarted(postgresName);
      } catch (error) {
        events.died(postgresName, (error as Error).message);
        await sleep(1000);
      }
    }
  }

  return {
    name: postgresName,
    port: server.port,
    url: server.url,
    pid: () => server.pid,
    async stop() {
      stopping = true;
      await server.stop();
    },
    kill() {
      stopping = true;
      signal(server.pid, 'SIGQUIT'); // PostgreSQL's immediate shutdown: its children go too
    },
  };
}
