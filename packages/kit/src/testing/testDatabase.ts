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
 * Creates a database on the run's real PostgreSQL: empty, or a copy of a template (templateDatabase.ts). It is dropped when
 * the test (or the suite's hook) has finished.
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

/** Creates a database, empty or a copy, for suites that drop it themselves. */
export async function createDatabase(
  template = 'template1',
): Promise<{ name: string; url: string; drop: () => Promise<void> }> {
  const name = `${inject('testDatabasePrefix')}${randomBytes(8).toString('hex')}`;
  // Copying files takes half the time of copying pages through the write-ahead log.
  await withAdmin((admin) => admin.query(`create database ${name} template ${template} strategy file_copy`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    // A pool has ended shortly before its connections have, and the server waits 5 s for those. Using force at once would
    // be an error on a connection without a listener, and fail the run.
    drop: () =>
      withAdmin(async (admin) => {
        await admin.query(`drop database ${name}`).catch(() => admin.query(`drop database ${name} with (force)`));
      }),
  };
}

/** Connections to the server itself, which tests of a process share. */
let admins: pg.Pool | undefined;

/** Does work on the server itself, over one connection. Its locks end with the work. */
export async function withAdmin(work: (admin: pg.ClientBase) => Promise<unknown>): Promise<void> {
  admins ??= openAdmins();
  const admin = await admins.connect();
  try {
    await work(admin);
    await admin.query('select pg_advisory_unlock_all()');
    admin.release();
  } catch (error) {
    admin.release(true);
    throw error;
  }
}

function openAdmins(): pg.Pool {
  const pool = new pg.Pool({ connectionString: inject('postgresUrl'), allowExitOnIdle: true });
  // The server ends before the processes of a run do.
  pool.on('error', () => {});
  return pool;
}
