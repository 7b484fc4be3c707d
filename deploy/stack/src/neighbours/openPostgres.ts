import { busDatabase, databaseOf, services } from '@rotamer/deploy/services.ts';
import { checkPostgresUrl, connectionAdvice } from '@rotamer/kit/db/postgresUrl.ts';
import { createMissingDatabases } from '@rotamer/neighbours/postgres/databases.ts';
import { type DataPaths, logFile } from '../folder/paths.ts';
import type { SupervisorEvents } from '../supervise/superviseService.ts';
import { type SupervisedPostgres, supervisePostgres } from './supervisePostgres.ts';

/** The PostgreSQL server of a stack: embedded or external. */
export interface PostgresServer {
  /** URL of one of its databases. */
  url(database: string): string;
  /** Set when the stack runs the server itself. */
  embedded?: SupervisedPostgres;
}

/** Starts the embedded server, unless `given` is the URL of another server. Creates the missing databases on either. */
export async function openPostgres(
  given: string | undefined,
  paths: DataPaths,
  events: SupervisorEvents,
): Promise<PostgresServer> {
  const databases = [...services.filter((row) => row.database).map((row) => databaseOf(row.name)), busDatabase];
  if (!given) {
    const embedded = await supervisePostgres(
      { dataDir: paths.postgres, databases, logFile: logFile(paths, 'postgres') },
      events,
    );
    return { url: embedded.url, embedded };
  }
  await prepare(given, databases);
  return { url: (database) => withDatabase(given, database) };
}

async function prepare(url: string, databases: string[]): Promise<void> {
  checkPostgresUrl(url, 'ROTAMER_POSTGRES_URL');
  try {
    await createMissingDatabases(url, databases);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(
      `Cannot use the PostgreSQL server of ROTAMER_POSTGRES_URL: ${message || code}.${connectionAdvice(error)} ` +
        `Its user must be able to connect and to create the databases ${databases.join(', ')}.`,
      { cause: error },
    );
  }
}

/** Returns the same server's URL for another database, with the same user, password and TLS options. */
function withDatabase(url: string, database: string): string {
  const result = new URL(url);
  result.pathname = `/${database}`;
  return result.href;
}
