import { expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { testDatabase } from '../testing/testDatabase.ts';

const emptyDatabase = () => testDatabase(async () => {});

it('a bigint is a number, and one too large is an error, not a rounding', async () => {
  const { db } = await emptyDatabase();
  const { rows } = await db.query(
    'select 9007199254740991::bigint as largest, -5::bigint as negative, null::bigint as none',
  );
  expect(rows).toEqual([{ largest: Number.MAX_SAFE_INTEGER, negative: -5, none: null }]);
  await expect(db.query('select 9007199254740992::bigint as n')).rejects.toThrow(
    'bigint out of range: 9007199254740992',
  );
  expect((await db.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
});

it('a pool replaces connections that the server dropped', async () => {
  const { db } = await emptyDatabase();
  const { db: admin } = await emptyDatabase();
  const { rows } = await db.query('select pg_backend_pid() as pid, current_database() as name');
  await admin.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await eventually(() => db.totalCount === 0);
  expect((await db.query('select current_database() as name')).rows).toEqual([{ name: rows[0].name }]);
});
