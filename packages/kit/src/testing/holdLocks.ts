import { onTestFinished } from 'vitest';
import type { Db } from '../db/db.ts';
import { eventually } from './eventually.ts';

/** Holds the locks of a statement until they are released, so that a test can block others at a chosen place. */
export async function holdLocks(db: Db, statement: string, values: unknown[]) {
  const client = await db.connect();
  await client.query('begin');
  await client.query(statement, values);
  let held = true;
  async function release(): Promise<void> {
    if (!held) return;
    held = false;
    await client.query('rollback');
    client.release();
  }
  onTestFinished(release);
  return { release };
}

/** Returns once this number of connections of the database wait for a lock. */
export async function waitForBlocked(db: Db, connections: number): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.query(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].n >= connections;
  });
}
