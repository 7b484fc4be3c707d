import { describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import type { Db, Queryable } from './db.ts';
import { transaction } from './transaction.ts';

async function tableOfJobs(): Promise<Db> {
  const { db } = await testDatabase();
  await db.query('create table jobs (id int primary key)');
  return db;
}

const idsOf = async (db: Queryable) => (await db.query('select id from jobs order by id')).rows.map(({ id }) => id);

/** Ends the connection of a transaction from outside, as a restart of the server would. */
async function cut(db: Db, tx: Queryable): Promise<void> {
  const { rows } = await tx.query('select pg_backend_pid() as pid');
  await db.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await eventually(async () => {
    const { rowCount } = await db.query('select 1 from pg_stat_activity where pid = $1', [rows[0].pid]);
    return rowCount === 0;
  });
}

describe('a transaction', () => {
  it('commits when its work returns, and returns the result', async () => {
    const db = await tableOfJobs();
    const answer = await transaction(db, async (tx) => {
      await tx.query('insert into jobs values (1)');
      expect(await idsOf(db)).toEqual([]);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await idsOf(db)).toEqual([1]);
  });

  it('rolls back when its work throws, and throws the same error', async () => {
    const db = await tableOfJobs();
    const reason = new Error('not today');
    const failed = transaction(db, async (tx) => {
      await tx.query('insert into jobs values (1)');
      throw reason;
    });
    await expect(failed).rejects.toBe(reason);
    expect(await idsOf(db)).toEqual([]);
  });

  it('rolls back when a statement fails, and releases a usable connection', async () => {
    const db = await tableOfJobs();
    const failed = transaction(db, async (tx) => {
      await tx.query('insert into jobs values (1)');
      await tx.query('insert into jobs values (1)');
    });
    await expect(failed).rejects.toThrow('duplicate key');
    await transaction(db, (tx) => tx.query('insert into jobs values (2)'));
    expect(await idsOf(db)).toEqual([2]);
    expect(db.totalCount).toBe(1);
  });

  it('throws when its connection is lost between two statements, and the pool recovers', async () => {
    const db = await tableOfJobs();
    const failed = transaction(db, async (tx) => {
      await tx.query('insert into jobs values (1)');
      await cut(db, tx);
      await tx.query('insert into jobs values (2)');
    });
    await expect(failed).rejects.toThrow(/connection/i);
    expect(await idsOf(db)).toEqual([]);
    await transaction(db, (tx) => tx.query('insert into jobs values (3)'));
    expect(await idsOf(db)).toEqual([3]);
  });

  it('throws when its connection is lost before the commit', async () => {
    const db = await tableOfJobs();
    const failed = transaction(db, async (tx) => {
      await tx.query('insert into jobs values (1)');
      await cut(db, tx);
    });
    await expect(failed).rejects.toThrow(/connection/i);
    expect(await idsOf(db)).toEqual([]);
  });

  it('throws when its connection is lost during the commit', async () => {
    const db = await tableOfJobs();
    await db.query(`create function dawdle() returns trigger language plpgsql as $$
      begin perform pg_sleep(60); return null; end $$`);
    await db.query(`create constraint trigger slow_commit after insert on jobs
      deferrable initially deferred for each row execute function dawdle()`);
    const failed = transaction(db, (tx) => tx.query('insert into jobs values (1)'));
    const ended = expect(failed).rejects.toThrow(/terminat/);
    await eventually(async () => {
      const { rows } = await db.query(
        `select pg_terminate_backend(pid) as cut from pg_stat_activity
         where datname = current_database() and query = 'commit' and wait_event = 'PgSleep'`,
      );
      return rows.length === 1;
    });
    await ended;
    expect(await idsOf(db)).toEqual([]);
  });

  it('releases every connection', async () => {
    const db = await tableOfJobs();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        transaction(db, async (tx) => {
          await tx.query('insert into jobs values ($1)', [i]);
          if (i % 2) throw new Error('odd');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    expect(db.idleCount).toBe(db.totalCount);
    expect(db.waitingCount).toBe(0);
  });
});
