import type pg from 'pg';
import type { Db } from './db.ts';

/**
 * Add this to the `where` of a statement outside of a transaction: its commit then does not wait for the disk
 * (https://www.postgresql.org/docs/current/wal-async-commit.html). Use it only for changes that are repeated without harm
 * when a crash of the server undoes them. Otherwise other commits would wait for the disk behind this one.
 */
export const ASYNC_COMMIT = `set_config('synchronous_commit', 'off', true) = 'off'`;

/**
 * Runs `work` in one transaction: committed when `work` returns, rolled back when it throws. When the response to a commit
 * is lost, this throws although the commit may have happened: callers retry with an idempotency id.
 */
export async function transaction<Result>(db: Db, work: (tx: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await db.connect();
  let broken: Error | undefined;
  // A connection lost between two statements emits 'error', which without a listener would end the process.
  const lost = (error: Error) => {
    broken = error;
  };
  client.on('error', lost);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(lost);
    throw error;
  } finally {
    client.off('error', lost);
    client.release(broken);
  }
}
