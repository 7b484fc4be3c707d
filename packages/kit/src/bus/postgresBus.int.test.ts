import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Db, openDb } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { connectBus, describeBus } from '../testing/busContract.ts';
import { numbered, numberOf, numbersByKey } from '../testing/busMessages.ts';
import { eventually } from '../testing/eventually.ts';
import { quietLog } from '../testing/quietLog.ts';
import { busDatabase } from '../testing/templateDatabase.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import type { BusMessage, Consumer } from './bus.ts';
import { append, purgeEvents, readAfter } from './eventLog.ts';

const TOPIC = 'jobs.events.v1';

const envOf = (url: string) => ({ ROTAMER_BUS_URL: url });

describeBus('postgres', async () => {
  const { url } = await busDatabase();
  return { env: envOf(url), takeoverMs: 20_000 };
});

/** Appends in 64 concurrent transactions, each open for a random time between its insert and its commit. */
async function writeSlowly(db: Db): Promise<void> {
  await Promise.all(
    Array.from({ length: 64 }, async (_, i) => {
      for (const n of [1, 2]) {
        await transaction(db, async (tx) => {
          await append(tx, TOPIC, [numbered(`job_${i}`, n)]);
          await sleep(Math.random() * 3);
        });
      }
    }),
  );
}

const allOf64 = new Map(Array.from({ length: 64 }, (_, i) => [`job_${i}`, [1, 2]]));

describe('the postgres bus', () => {
  it('misses no event of writers that commit out of order while another database writes', async () => {
    const { url } = await busDatabase();
    const { db: other } = await testDatabase();
    const hanging = await other.connect();
    await hanging.query('begin; create table held (id int); insert into held values (1)');
    const writers = openDb({ url, name: 'writers', log: quietLog, max: 64 });

    const bus = await connectBus(envOf(url));
    const received: BusMessage[] = [];
    await bus.consume(TOPIC, 'files', async (message) => {
      received.push(message);
    });
    const seen: BusMessage[] = [];
    await bus.tail(
      TOPIC,
      (message) => seen.push(message),
      () => {},
    );
    await writeSlowly(writers);
    for (const messages of [received, seen]) {
      await eventually(() => messages.length === 128);
      expect(numbersByKey(messages)).toEqual(allOf64);
    }
    await hanging.query('rollback');
    hanging.release();
    await writers.end();
  });

  it('aborts the current message when its lock connection is lost, and redelivers it elsewhere', async () => {
    const { url, db } = await busDatabase();
    const received: BusMessage[] = [];
    let inHand: AbortSignal | undefined;
    const consumer: Consumer = async (message, signal) => {
      if (inHand) {
        received.push(message);
        return;
      }
      inHand = signal;
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    for (const bus of [await connectBus(envOf(url)), await connectBus(envOf(url))]) {
      await bus.consume(TOPIC, 'files', consumer);
    }
    const bus = await connectBus(envOf(url));
    await bus.publish(TOPIC, [numbered('job_1', 1), numbered('job_1', 2)]);
    await eventually(() => inHand !== undefined);
    await db.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`);
    await eventually(() => inHand!.aborted);
    await eventually(() => received.length === 2);
    expect(received.map(numberOf)).toEqual([1, 2]);
  });

  it('continues after the server dropped every connection', async () => {
    const { url, db } = await busDatabase();
    const bus = await connectBus(envOf(url));
    const received: BusMessage[] = [];
    const seen: BusMessage[] = [];
    await bus.consume(TOPIC, 'files', async (message) => {
      received.push(message);
    });
    await bus.tail(
      TOPIC,
      (message) => seen.push(message),
      () => {},
    );
    await bus.publish(TOPIC, [numbered('job_1', 1)]);
    await eventually(() => received.length === 1 && seen.length === 1);
    await db.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await eventually(() =>
      bus.publish(TOPIC, [numbered('job_1', 2)]).then(
        () => true,
        () => false,
      ),
    );
    await eventually(() => received.length === 2 && seen.length === 2);
  });
});

describe('retention', () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);

  async function keysLeft(db: Db): Promise<string[]> {
    const { rows } = await db.query('select key from events order by id');
    return rows.map(({ key }) => key);
  }

  async function writeOldAndNew(db: Db): Promise<void> {
    for (const [key, days] of [
      ['old', 7.1],
      ['older', 30],
      ['new', 6.9],
    ] as const) {
      await append(db, TOPIC, [{ ...numbered(key, 1), occurredAt: at(days) }]);
    }
    await append(db, `${TOPIC}.files.dlq`, [{ ...numbered('parked', 1), occurredAt: at(30) }], 'no such project');
  }

  it('deletes events after 7 days while a bus is open, but keeps dead letters', async () => {
    const { url, db } = await busDatabase();
    await writeOldAndNew(db);
    await connectBus(envOf(url));
    await eventually(async () => (await keysLeft(db)).length === 2);
    expect(await keysLeft(db)).toEqual(['new', 'parked']);
  });

  it('deletes in batches, and skips rows that another process is deleting', async () => {
    const { db } = await busDatabase();
    await writeOldAndNew(db);
    await transaction(db, async (tx) => {
      expect(await purgeEvents(tx, 7, 1)).toBe(1);
      expect(await purgeEvents(db, 7)).toBe(1);
    });
    expect(await purgeEvents(db, 7)).toBe(0);
    expect(await keysLeft(db)).toEqual(['new', 'parked']);
  });

  it('gives a lagging group every event that is left, and a tail of an empty topic new events', async () => {
    const { url, db } = await busDatabase();
    await writeOldAndNew(db);
    await purgeEvents(db, 0);
    const bus = await connectBus(envOf(url));
    const received: BusMessage[] = [];
    const seen: BusMessage[] = [];
    await bus.tail(
      TOPIC,
      (message) => seen.push(message),
      () => {},
    );
    await bus.consume(TOPIC, 'files', async (message) => {
      received.push(message);
    });
    await bus.publish(TOPIC, [numbered('job_1', 1)]);
    await eventually(() => received.length === 1 && seen.length === 1);
  });
});

describe('a read of the log', () => {
  it('reads only events of its topic, regardless of the number of others', async () => {
    const { db } = await busDatabase();
    const others = Array.from({ length: 1_000 }, (_, i) => numbered(`job_${i}`, 1));
    await append(db, TOPIC, others);
    await append(db, 'files.events.v1', others);
    await db.query('analyze events');
    const looked = await transaction(db, async (tx) => {
      // The generic plan is what a connection uses after several reads.
      await tx.query('set local plan_cache_mode = force_generic_plan');
      expect(await readAfter(tx, `${TOPIC}.files.retry`, 0)).toEqual([]);
      const counted = `select coalesce(idx_tup_fetch, 0) + seq_tup_read as rows from pg_stat_xact_user_tables
                       where relname = 'events'`;
      return Number((await tx.query(counted)).rows[0].rows);
    });
    expect(looked).toBe(0);
  });
});
