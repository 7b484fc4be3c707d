import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type Db, openDb } from '../db/db.ts';
import { quietLog } from './quietLog.ts';

export interface TestDatabase {
  url: string;
  db: Db;
}

/** A new database on the run's real PostgreSQL, dropped when the test (or the suite's hook) has finished. */
export async function testDatabase(migrate: (url: string) => Promise<void>): Promise<TestDatabase> {
  const database = await createDatabase();
  await migrate(database.url);
  const db = openDb({ url: database.url, name: 'test', log: quietLog });
  onTestFinished(async () => {
    await db.end();
    await database.drop();
  });
  return { url: database.url, db };
}

/** A new empty database, for suites that manage its life by themselves. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withAdmin(adminUrl, (admin) => admin.query(`create database ${name}`));
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    // A pool has ended a little before its connections have: the server waits 5 s for those. Force at once would be an
    // error on a connection that nobody listens to any more, and fail the run.
    drop: () =>
      withAdmin(adminUrl, async (admin) => {
        await admin.query(`drop database ${name}`).catch(() => admin.query(`drop database ${name} with (force)`));
      }),
  };
}

async function withAdmin(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
