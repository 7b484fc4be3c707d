import { createServer } from 'node:net';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { quietLog } from '../testing/quietLog.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { type Db, openDb } from './db.ts';
import { type Signals, startSignals } from './signals.ts';

/** Starts the signals of one process. */
function start({ url, db }: { url: string; db: Db }): Signals {
  const signals = startSignals({ url, db, log: quietLog });
  onTestFinished(signals.stop);
  return signals;
}

/** Counts the wake-ups on a channel. Returns after the first wake-up, which every new listener gets. */
async function listener(signals: Signals, channel: string) {
  const seen = { wakes: 0 };
  const off = signals.on(channel, () => seen.wakes++);
  await eventually(() => seen.wakes > 0);
  seen.wakes = 0;
  return { seen, off };
}

const cutListeners = (db: Db) =>
  db.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'signals' and datname = current_database()`);

describe('signals', () => {
  it('wake the listeners of all processes, on their channel only', async () => {
    const database = await testDatabase();
    const [here, there] = [start(database), start(database)];
    const listeners = await Promise.all([listener(here, 'jobs'), listener(there, 'jobs'), listener(there, 'Jobs.v1')]);
    here.send('jobs');
    await eventually(() => listeners[0].seen.wakes === 1 && listeners[1].seen.wakes === 1);
    there.send('Jobs.v1');
    await eventually(() => listeners[2].seen.wakes === 1);
    expect(listeners.map(({ seen }) => seen.wakes)).toEqual([1, 1, 1]);
  });

  it('reach a listener that was added while the connection was being opened', async () => {
    const database = await testDatabase();
    const signals = start(database);
    const other = start(database);
    const wakes = new Map<string, number>();
    const channels = Array.from({ length: 30 }, (_, i) => `channel ${i}`);
    for (const channel of channels) {
      signals.on(channel, () => wakes.set(channel, (wakes.get(channel) ?? 0) + 1));
      await new Promise(setImmediate); // spread over connecting, listening and listened
    }
    await eventually(() => channels.every((channel) => wakes.has(channel)));
    wakes.clear();
    for (const channel of channels) other.send(channel);
    await eventually(() => channels.every((channel) => wakes.get(channel) === 1));
  });

  it('are coalesced: many within a moment cause one wake-up', async () => {
    const database = await testDatabase();
    const signals = start(database);
    const { seen } = await listener(signals, 'jobs');
    const received: string[] = [];
    const raw = new pg.Client({ connectionString: database.url });
    await raw.connect();
    onTestFinished(() => raw.end());
    raw.on('notification', ({ channel }) => received.push(channel));
    await raw.query('listen jobs; listen last');
    const ofJobs = () => received.filter((channel) => channel === 'jobs').length;
    for (let i = 0; i < 1_000; i++) signals.send('jobs');
    await eventually(() => ofJobs() > 0);
    signals.send('jobs');
    signals.send('last');
    await eventually(() => received.includes('last') && ofJobs() > 1);
    expect([seen.wakes, ofJobs()]).toEqual([2, 2]);
  });

  it('listen again after their connection was lost, and wake every listener once', async () => {
    const database = await testDatabase();
    const signals = start(database);
    const first = await listener(signals, 'jobs');
    const second = await listener(signals, 'offers');
    await cutListeners(database.db);
    await eventually(() => first.seen.wakes > 0 && second.seen.wakes > 0);
    expect([first.seen.wakes, second.seen.wakes]).toEqual([1, 1]);
    signals.send('jobs');
    await eventually(() => first.seen.wakes === 2);
  });

  it('do not wake a removed listener', async () => {
    const database = await testDatabase();
    const signals = start(database);
    const gone = await listener(signals, 'jobs');
    const stays = await listener(signals, 'offers');
    signals.on('jobs', () => stays.seen.wakes++);
    gone.off();
    signals.send('jobs');
    await eventually(() => stays.seen.wakes === 1);
    expect(gone.seen.wakes).toBe(0);
  });

  it('are lost without an error for the sender when they cannot be sent', async () => {
    const { url, db } = await testDatabase();
    const ended = openDb({ url, name: 'ended', log: quietLog });
    const mute = start({ url, db: ended });
    const { seen } = await listener(mute, 'jobs');
    await ended.end();
    mute.send('jobs');
    await eventually(() => seen.wakes === 1); // its own
    start({ url, db }).send('jobs');
    await eventually(() => seen.wakes === 2);
  });

  it('reconnect to an unavailable server at a steady pace, not in a tight loop', async () => {
    let attempts = 0;
    const server = createServer((socket) => {
      attempts++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const began = performance.now();
    start({ url: `postgres://nobody@127.0.0.1:${port}/nothing`, db: (await testDatabase()).db });
    await eventually(() => attempts >= 3);
    // One attempt each 500 ms, the first at once.
    expect((performance.now() - began) / (attempts - 1)).toBeGreaterThan(450);
  });

  it('stop while they are connecting', async () => {
    const database = await testDatabase();
    const signals = startSignals({ url: database.url, db: database.db, log: quietLog });
    signals.on('jobs', () => {});
    await signals.stop();
    await eventually(async () => {
      const { rowCount } = await database.db.query(`select 1 from pg_stat_activity
        where application_name = 'signals' and datname = current_database()`);
      return rowCount === 0;
    });
  });
});
