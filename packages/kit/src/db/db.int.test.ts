import type pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { testDatabase } from '../testing/testDatabase.ts';

it('reads a bigint as a number, and throws when it exceeds the safe integers', async () => {
  const { db } = await testDatabase();
  const { rows } = await db.query(
    'select 9007199254740991::bigint as largest, -5::bigint as negative, null::bigint as none',
  );
  expect(rows).toEqual([{ largest: Number.MAX_SAFE_INTEGER, negative: -5, none: null }]);
  await expect(db.query('select 9007199254740992::bigint as n')).rejects.toThrow(
    'bigint out of range: 9007199254740992',
  );
  expect((await db.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
});

it('replaces connections that the server dropped', async () => {
  const { db } = await testDatabase();
  const { db: admin } = await testDatabase();
  const { rows } = await db.query('select pg_backend_pid() as pid, current_database() as name');
  await admin.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await eventually(() => db.totalCount === 0);
  expect((await db.query('select current_database() as name')).rows).toEqual([{ name: rows[0].name }]);
});

it('closes the connection of a statement without a response for 20 s, unless it may take longer', async () => {
  const { db } = await testDatabase();
  const client = await db.connect();
  client.on('error', () => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const patient = client.query({ text: 'select pg_sleep(0.2)', query_timeout: 60_000 } as pg.QueryConfig);
  vi.advanceTimersByTime(30_000);
  expect((await patient).rowCount).toBe(1);
  const silent = client.query('select pg_sleep(30)');
  vi.advanceTimersByTime(20_000);
  await expect(silent).rejects.toThrow('Connection terminated');
  client.release(true);
});

it('gives the error of a statement the stack of its caller', async () => {
  const { db } = await testDatabase();
  const client = await db.connect();
  async function askWrongly() {
    await client.query('select * from nowhere');
  }
  await expect(askWrongly().catch((error) => error.stack)).resolves.toContain('askWrongly');
  client.release();
});
