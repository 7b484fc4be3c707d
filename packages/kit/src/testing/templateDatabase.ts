import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { inject } from 'vitest';
import { migrateBus, migrateService } from '../db/migrate.ts';
import { readPart } from '../db/schemaParts.ts';
import { quietLog } from './quietLog.ts';
import { createDatabase, type TestDatabase, testDatabase, withAdmin } from './testDatabase.ts';

/** Creates a database with the tables and functions of a service: `folder` has its `migrations/` and `functions/`. */
export async function serviceDatabase(folder: string): Promise<TestDatabase> {
  const { migrations, functions } = readPart('service', folder);
  const template = await templateOf(['service', migrations, functions], (url) => migrateService(url, folder, quietLog));
  return testDatabase(template);
}

/** Creates the database of a service that has only the parts the kit gives every service: an outbox and an inbox. */
export function kitDatabase(): Promise<TestDatabase> {
  return serviceDatabase(join(import.meta.dirname, 'no such service'));
}

/** Creates a database of the `postgres` bus. */
export async function busDatabase(): Promise<TestDatabase> {
  return testDatabase(await templateOf(['bus'], (url) => migrateBus(url, quietLog)));
}

/** Templates that this process has seen finished. */
const finished = new Set<string>();

/**
 * Returns the name of a migrated database to copy, which costs a tenth of migrating another one. The first test of a run
 * that needs the template creates it, in any worker. Afterwards it is never changed or connected to.
 */
async function templateOf(content: unknown[], migrate: (url: string) => Promise<void>): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
  const name = `${inject('testDatabasePrefix')}template_${digest}`;
  if (finished.has(name)) return name;
  await withAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    // Only a finished template has this name.
    const draft = await createDatabase();
    await migrate(draft.url);
    await admin.query(`alter database ${draft.name} rename to ${name}`);
  });
  finished.add(name);
  return name;
}
