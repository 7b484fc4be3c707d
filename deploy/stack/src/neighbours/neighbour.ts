import type { DataPaths } from '../folder/paths.ts';
import type { Secrets } from '../settings/secrets.ts';
import type { ServerProcess, SupervisedServer } from '../supervise/superviseServer.ts';
import type { SupervisorEvents } from '../supervise/superviseService.ts';

/** The bus or the blob store, with the settings of its services. */
export interface Neighbour {
  env: Record<string, string>;
  /** Set when the stack runs the server itself. */
  server?: SupervisedServer<ServerProcess>;
}

export interface NeighbourOptions {
  /** Whether to start real servers when the environment names none. */
  real: boolean;
  paths: DataPaths;
  secrets: Secrets;
  /** URL of a database on the stack's PostgreSQL server. */
  databaseUrl(database: string): string;
  events: SupervisorEvents;
}

/** Returns the settings of an external server from the environment; undefined when it names none. */
export function given(prefix: string, ...naming: string[]): Record<string, string> | undefined {
  const named = naming.some((name) => process.env[`${prefix}${name}`]);
  if (!named) return undefined;
  const entries = Object.entries(process.env).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(entries) as Record<string, string>;
}
