import { describe, expect, it } from 'vitest';
import { inCall } from '../process/callSignal.ts';
import { eventually } from '../testing/eventually.ts';
import { kitDatabase } from '../testing/templateDatabase.ts';
import type { Db } from './db.ts';
import { transaction } from './transaction.ts';

/** Counts the statements of the pool that are still in a sleep whose caller has left. */
async function sleeping(db: Db): Promise<number> {
  const { rows } = await db.query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`,
  );
  return rows[0].n;
}

const SLEEP = 'select pg_sleep(60)';

const ways: [string, (db: Db) => Promise<unknown>][] = [
  ['alone', (db) => db.query(SLEEP)],
  ['in a transaction', (db) => transaction(db, (tx) => tx.query(SLEEP))],
];

describe('a statement of a call that is over', () => {
  for (const [where, ask] of ways) {
    it(`${where} ends at once for its caller, and soon in PostgreSQL`, async () => {
      const { db } = await kitDatabase();
      const call = new AbortController();
      const statement = expect(inCall(call.signal, () => ask(db))).rejects.toThrow();
      await eventually(async () => (await sleeping(db)) === 1);
      call.abort();
      await statement;
      await eventually(async () => (await sleeping(db)) === 0);
    });
  }

  it('is not sent when the call ended before a connection was free', async () => {
    const { db } = await kitDatabase();
    const calls = Array.from({ length: 10 }, () => new AbortController());
    const busy = calls.map(({ signal }) => expect(inCall(signal, () => db.query(SLEEP))).rejects.toThrow());
    const late = new AbortController();
    const waiting = expect(inCall(late.signal, () => db.query('select 1'))).rejects.toMatchObject({
      name: 'AbortError',
    });
    late.abort();
    await waiting;
    for (const call of calls) call.abort();
    await Promise.all(busy);
    await eventually(async () => (await sleeping(db)) === 0);
  });
});

describe('a pool', () => {
  it('gives the next call a clean connection', async () => {
    const { db } = await kitDatabase();
    const call = new AbortController();
    const backend = () => inCall(call.signal, () => db.query('select pg_backend_pid() as pid'));
    const { rows: first } = await backend();
    const { rows: second } = await backend();
    expect(second).toEqual(first);
    call.abort();
    const { rows: later } = await db.query('select pg_backend_pid() as pid');
    expect(later).toEqual(first);
  });
});
