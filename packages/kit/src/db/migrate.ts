import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import pg from 'pg';
import type { Logger } from '../process/log.ts';

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
  if (await isNewest(databaseUrl, dir, migrationsTable)) return;
  // Only now: most starts have nothing to migrate, and the library takes 5 MB.
  const { runner } = await import('node-pg-migrate');
  await runner({
    databaseUrl,
    dir,
    migrationsTable,
    direction: 'up',
    advisoryLockMode: 'wait',
    log: (message) => log.debug(message),
  });
}

/** Whether every migration of the folder has been applied. */
async function isNewest(connectionString: string, dir: string, migrationsTable: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const exists = await client.query('select to_regclass($1) is not null as exists', [migrationsTable]);
    if (!exists.rows[0].exists) return false;
    const { rows } = await client.query<{ name: string }>(`select name from ${pg.escapeIdentifier(migrationsTable)}`);
    const applied = new Set(rows.map(({ name }) => name));
    return readdirSync(dir).every((file) => applied.has(parse(file).name));
  } finally {
    await client.end();
  }
}
