import type { PostgresOptions } from '@rotamer/neighbours/postgres/postgresOptions.ts';
import { type Postgres, startPostgres } from '@rotamer/neighbours/postgres/startPostgres.ts';
import { type SupervisedServer, superviseServer } from '../supervise/superviseServer.ts';
import type { SupervisorEvents } from '../supervise/superviseService.ts';

/** The stack's own PostgreSQL server, restarted on the same port whenever it exits. */
export interface SupervisedPostgres extends SupervisedServer<Postgres> {
  url: Postgres['url'];
}

/** Starts the embedded PostgreSQL server and keeps it alive until it is stopped. */
export async function supervisePostgres(
  options: PostgresOptions,
  events: SupervisorEvents,
): Promise<SupervisedPostgres> {
  const server = await superviseServer(
    {
      name: 'postgres',
      start: (port = options.port) => startPostgres({ ...options, port }),
      killSignal: 'SIGQUIT', // PostgreSQL's immediate shutdown: its children go too
    },
    events,
  );
  return { ...server, url: server.first.url };
}
