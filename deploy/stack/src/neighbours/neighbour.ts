import type { DataPaths } from '../folder/paths.ts';
import type { Secrets } from '../settings/secrets.ts';
import type { ServerProcess, SupervisedServer } from '../supervise/superviseServer.ts';
import type { SupervisorEvents } from '../supervise/superviseService.ts';

/** The bus or the blob store, as services are told of it. */
export interface Neighbour {
  env: Record<string, string>;
  /** Set when the server is ours to keep alive and to stop. */
  server?: SupervisedServer<ServerProcess>;
}

export interface NeighbourOptions {
  /** Start real ones where the environment names none. */
  real: boolean;
  paths: DataPaths;
  secrets: Secrets;
  /** URL of a database on the stack's PostgreSQL server. */
  databaseUrl(database: string): string;
  events: SupervisorEvents;
}

/** What the environment says of one neighbour; undefined when it does not name it. */
export function given(prefix: string, ...naming: string[]): Record<string, string> | undefined {
  const named = naming.some((name) => process.env[`${prefix}${name}`]);
  if (!named) return undefined;
  const entries = Object.entries(process.env).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(entries) as Record<string, string>;
}
