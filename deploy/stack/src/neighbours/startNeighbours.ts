import type { ServerProcess, SupervisedServer } from '../supervise/superviseServer.ts';
import { checkDatabases } from './checkDatabases.ts';
import type { NeighbourOptions } from './neighbour.ts';
import { openBlobs } from './openBlobs.ts';
import { openBus } from './openBus.ts';
import { openPostgres } from './openPostgres.ts';

export interface NeighboursOptions extends Omit<NeighbourOptions, 'databaseUrl'> {
  /** URL of a PostgreSQL server that is there already. */
  postgres?: string;
  /** Ends the start between two servers. */
  signal?: AbortSignal;
  /** Called with each server that was started, which the caller stops, also when the next one does not start. */
  onStarted(server: SupervisedServer<ServerProcess>): void;
}

/** How services reach what they stand on. */
export interface Neighbours {
  databaseUrl: (database: string) => string;
  /** Environment of their bus and of their blob store. */
  bus: Record<string, string>;
  blobs: Record<string, string>;
}

/** Starts PostgreSQL, the bus and the blob store, one after the other, unless the environment names others. */
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
