import type { ServerProcess, SupervisedServer } from '../supervise/superviseServer.ts';
import { checkDatabases } from './checkDatabases.ts';
import type { NeighbourOptions } from './neighbour.ts';
import { openBlobs } from './openBlobs.ts';
import { openBus } from './openBus.ts';
import { openPostgres } from './openPostgres.ts';

export interface NeighboursOptions extends Omit<NeighbourOptions, 'databaseUrl'> {
  /** URL of an existing PostgreSQL server. */
  postgres?: string;
  /** Aborts the start between two servers. */
  signal?: AbortSignal;
  /** Called with each started server, which the caller must stop, also when a later server does not start. */
  onStarted(server: SupervisedServer<ServerProcess>): void;
}

/** How services reach PostgreSQL, the bus and the blob store. */
export interface Neighbours {
  databaseUrl: (database: string) => string;
  /** Environment of the services that use the bus, and of those that use the blob store. */
  bus: Record<string, string>;
  blobs: Record<string, string>;
}

/** Starts PostgreSQL, the bus and the blob store in this order, unless the environment names other servers. */
export async function startNeighbours({
  postgres: given,
  signal,
  onStarted,
  ...options
}: NeighboursOptions): Promise<Neighbours> {
  const started = (server?: SupervisedServer<ServerProcess>) => {
    if (server) onStarted(server);
    signal?.throwIfAborted();
  };
  const postgres = await openPostgres(given, options.paths, options.events);
  started(postgres.embedded);
  const neighbours = { ...options, databaseUrl: postgres.url };
  const bus = await openBus(neighbours);
  started(bus.server);
  const blobs = await openBlobs(neighbours);
  started(blobs.server);
  await checkDatabases(postgres.url, bus.env.ROTAMER_BUS_URL);
  return { databaseUrl: postgres.url, bus: bus.env, blobs: blobs.env };
}
