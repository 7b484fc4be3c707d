import { join } from 'node:path';
import { runner } from 'node-pg-migrate';
import type { Logger } from '../log.ts';

const kitMigrations = join(import.meta.dirname, '../../migrations');

/** A service's database: the outbox and inbox that every service has, then the service's own tables. */
export async function migrateService(url: string, folder: string, log: Logger): Promise<void> {
  await migrate(url, join(kitMigrations, 'service'), 'kit_migrations', log);
  await migrate(url, folder, 'migrations', log);
}

/** The database of the `postgres` bus. */
export async function migrateBus(url: string, log: Logger): Promise<void> {
  await migrate(url, join(kitMigrations, 'bus'), 'migrations', log);
}

/**
 * Brings a database to the newest migration: plain SQL files, forward only. Replicas that start together take turns
 * on a lock; whoever comes second finds nothing to do.
 */
async function migrate(databaseUrl: string, dir: string, migrationsTable: string, log: Logger): Promise<void> {
  await runner({
    databaseUrl,
    dir,
    migrationsTable,
    direction: 'up',
    advisoryLockMode: 'wait',
    log: (message) => log.debug(message),
  });
}
