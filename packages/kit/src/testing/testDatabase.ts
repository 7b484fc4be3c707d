import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type Db, openDb } from '../db/db.ts';
import { quietLog } from './quietLog.ts';

export interface TestDatabase {
  url: string;
  db: Db;
}

/**
 * A new database on the run's real PostgreSQL, dropped when the test (or the suite's hook) has finished: empty, or a copy
 * of a template (templateDatabase.ts).
 */
export async function testDatabase(template?: string): Promise<TestDatabase> {
  const database = await createDatabase(template);
  const db = openDb({ url: database.url, name: 'test', log: quietLog });
  onTestFinished(async () => {
    await db.end();
    await database.drop();
  });
  return { url: database.url, db };
}

/** A new database, empty or a copy, for suites that manage its life by themselves. */
export async function createDatabase(
  template = 'template1',
): Promise<{ name: string; url: string; drop: () => Promise<void> }> {
  const name = `${inject('testDatabasePrefix')}${randomBytes(8).toString('hex')}`;
  // Copying files takes half the time of copying pages through the log.
  await withAdmin((admin) => admin.query(`create database ${name} template ${template} strategy file_copy`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    // A pool has ended a little before its connections have: the server waits 5 s for those. Force at once would be an
    // error on a connection that nobody listens to any more, and fail the run.
    drop: () =>
      withAdmin(async (admin) => {
        await admin.query(`drop database ${name}`).catch(() => admin.query(`drop database ${name} with (force)`));
      }),
  };
}

/** Work on the server itself, over a connection of its own. */
export async function withAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
