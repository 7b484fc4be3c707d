import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Bus, BusMessage } from '../bus/bus.ts';
import { openPostgresBus } from '../bus/postgresBus.ts';
import { startSignals } from '../db/signals.ts';
import { transaction } from '../db/transaction.ts';
import { parkedWork } from '../service/parkedWork.ts';
import { numbered, numberOf } from '../testing/busMessages.ts';
import { eventually } from '../testing/eventually.ts';
import { quietLog } from '../testing/quietLog.ts';
import { busDatabase, kitDatabase } from '../testing/templateDatabase.ts';
import type { TestDatabase } from '../testing/testDatabase.ts';
import { appendOutbox, OUTBOX_SIGNAL } from './outbox.ts';
import { startRelay } from './startRelay.ts';

const TOPIC = 'jobs.events.v1';

/** Starts the relay of one process of the service. */
function relayOf({ url, db }: TestDatabase, bus: Pick<Bus, 'publish'>) {
  const signals = startSignals({ url, db, log: quietLog });
  onTestFinished(signals.stop);
  const relay = startRelay({ url, bus: bus as Bus, signals, log: quietLog });
  onTestFinished(relay.stop);
  return { signals, relay };
}

/** Creates a bus that keeps the messages published to it. */
function memoryBus() {
  const published: number[] = [];
  const publish = async (_topic: string, messages: BusMessage[]) => {
    published.push(...messages.map(numberOf));
  };
  return { published, publish };
}

const commit = ({ db }: TestDatabase, ...numbers: number[]) =>
  transaction(db, (tx) =>
    appendOutbox(
      tx,
      numbers.map((n) => ({ ...numbered('job_1', n), topic: TOPIC })),
    ),
  );

async function isOutboxEmpty({ db }: TestDatabase): Promise<boolean> {
  return (await db.query('select 1 from outbox limit 1')).rowCount === 0;
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

describe('the relay', () => {
  it('publishes committed events in order, and removes them from the outbox', async () => {
    const database = await kitDatabase();
    const events = await busDatabase();
    const bus = openPostgresBus({ url: events.url, log: quietLog });
    onTestFinished(() => bus.stop());
    const received: BusMessage[] = [];
    await bus.consume(TOPIC, 'files', async (message) => {
      received.push(message);
    });

    const { signals } = relayOf(database, bus);
    const committed = upTo(1_200);
    for (let i = 0; i < committed.length; i += 100) await commit(database, ...committed.slice(i, i + 100));
    const failed = transaction(database.db, async (tx) => {
      await appendOutbox(tx, [{ ...numbered('job_1', -1), topic: TOPIC }]);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    signals.send(OUTBOX_SIGNAL);

    await eventually(() => received.length === committed.length);
    expect(received.map(numberOf)).toEqual(committed);
    await eventually(() => isOutboxEmpty(database));
  });

  it('dead-letters a message the bus never accepts, publishes the others, and retries on replay', async () => {
    const database = await kitDatabase();
    const bus = memoryBus();
    let refuses = true;
    const publish = async (topic: string, messages: BusMessage[]) => {
      if (refuses && messages.map(numberOf).includes(2)) throw new Error('message too large');
      await bus.publish(topic, messages);
    };
    const letters = parkedWork(database.db, 'jobs');
    await commit(database, 1, 2, 3);
    const { signals } = relayOf(database, { publish });
    await eventually(() => bus.published.includes(3), 30_000);
    expect(bus.published).toEqual([1, 3]);
    expect(await letters.deadLetters(10)).toMatchObject([{ group: 'relay', error: 'message too large' }]);
    refuses = false;
    expect(await letters.replay('jobs.work', 'relay', 10)).toBe(1);
    signals.send(OUTBOX_SIGNAL);
    await eventually(() => isOutboxEmpty(database));
    expect(bus.published).toEqual([1, 3, 2]);
  });

  it('reads the outbox by its index, so that pages of removed rows cost nothing', async () => {
    const database = await kitDatabase();
    const bus = memoryBus();
    const { signals } = relayOf(database, bus);
    for (const n of upTo(3)) {
      await commit(database, n);
      signals.send(OUTBOX_SIGNAL);
      await eventually(() => bus.published.length === n + 1);
    }
    const scans = async () => {
      const { rows } = await database.db.query(
        `select seq_scan, idx_scan from pg_stat_user_tables where relname = 'outbox'`,
      );
      return rows[0];
    };
    // The server updates its counters with a delay of up to a second.
    await eventually(async () => (await scans()).idx_scan >= 3, 10_000);
    expect((await scans()).seq_scan).toBe(0);
  });

  it('is woken by the signal long before its safety poll', async () => {
    const database = await kitDatabase();
    const bus = memoryBus();
    const { signals } = relayOf(database, bus);
    await commit(database, 0);
    await eventually(() => bus.published.length === 1);
    let fastestMs = Number.POSITIVE_INFINITY;
    for (const n of [1, 2, 3, 4, 5]) {
      const began = performance.now();
      await commit(database, n);
      signals.send(OUTBOX_SIGNAL);
      await eventually(() => bus.published.length === n + 1);
      fastestMs = Math.min(fastestMs, performance.now() - began);
    }
    // Each signal follows the pass before it, so a poll would find the event a second later.
    expect(fastestMs).toBeLessThan(900);
  });

  it('publishes events without a signal', async () => {
    const database = await kitDatabase();
    const bus = memoryBus();
    relayOf(database, bus);
    await eventually(() => isOutboxEmpty(database));
    await commit(database, 0);
    await eventually(() => bus.published.length === 1);
  });

  it('works in one process at a time; another takes over when its connection is lost', async () => {
    const database = await kitDatabase();
    const buses = [memoryBus(), memoryBus(), memoryBus()];
    for (const bus of buses) relayOf(database, bus);
    const all = () => buses.flatMap(({ published }) => published);
    await commit(database, 0);
    await eventually(() => all().length === 1);
    for (const n of [1, 2, 3]) await commit(database, n);
    await eventually(() => all().length === 4);
    const first = buses.find(({ published }) => published.length > 0)!;
    expect(first.published).toEqual([0, 1, 2, 3]);

    await database.db.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'relay' and datname = current_database()`);
    await commit(database, 4);
    await eventually(() => all().includes(4));
    await eventually(() => isOutboxEmpty(database));
  });

  it('publishes nothing more and keeps the outbox once its lock is lost', async () => {
    const database = await kitDatabase();
    const published: string[] = [];
    const holding = Promise.withResolvers<void>();
    const cut = Promise.withResolvers<void>();
    const publish = async (topic: string) => {
      published.push(topic);
      holding.resolve();
      await cut.promise;
    };
    const { relay } = relayOf(database, { publish });
    await transaction(database.db, (tx) =>
      appendOutbox(
        tx,
        ['jobs.events.v1', 'files.events.v1'].map((topic) => ({ ...numbered('job_1', 1), topic })),
      ),
    );
    await holding.promise;
    await database.db.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'relay' and datname = current_database()`);
    await eventually(async () => {
      const { rowCount } = await database.db.query(`select 1 from pg_stat_activity
        where application_name = 'relay' and datname = current_database()`);
      return rowCount === 0;
    });
    // The relay's own socket has reported the loss by the end of this turn of the event loop.
    await nextTurn();
    const stopping = relay.stop();
    cut.resolve();
    await stopping;
    expect(published).toEqual(['jobs.events.v1']);
    expect((await database.db.query('select 1 from outbox')).rowCount).toBe(2);
  });

  it('keeps messages while the bus is unavailable, and sends them when it is back', async () => {
    const database = await kitDatabase();
    const bus = memoryBus();
    let refusals = 2;
    const publish: Bus['publish'] = (topic, messages) =>
      refusals-- > 0 ? Promise.reject(new Error('the bus is unavailable')) : bus.publish(topic, messages);
    relayOf(database, { publish });
    await commit(database, ...upTo(3));
    await eventually(() => isOutboxEmpty(database));
    expect(bus.published).toEqual([0, 1, 2]);
    expect(refusals).toBe(-1);
  });
});
