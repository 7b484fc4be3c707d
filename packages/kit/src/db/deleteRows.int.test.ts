import { expect, it } from 'vitest';
import { kitDatabase } from '../testing/templateDatabase.ts';
import type { Queryable } from './db.ts';
import { deleteRows } from './deleteRows.ts';

it('deletes all rows that match in portions, and skips locked rows without waiting', async () => {
  const { db } = await kitDatabase();
  await db.query('create table due (n int)');
  await db.query('insert into due select generate_series(1, 30)');
  const other = await db.connect();
  try {
    await other.query('begin');
    await other.query('select from due where n = 3 for update');
    expect(await deleteRows(db, 'due', 'n <= $1', [25], { batch: 10 })).toBe(24);
    await other.query('rollback');
  } finally {
    other.release();
  }
  expect((await db.query('select n from due order by n')).rows.map((row) => row.n)).toEqual([3, 26, 27, 28, 29, 30]);
  expect(await deleteRows(db, 'due', 'n <= $1', [25])).toBe(1);
});

it('stops after the portion in which its signal is aborted', async () => {
  const { db } = await kitDatabase();
  await db.query('create table due (n int)');
  await db.query('insert into due select generate_series(1, 30)');
  const stopping = new AbortController();
  const portions = {
    query: async (text: string, values: unknown[]) => {
      stopping.abort();
      return db.query(text, values);
    },
  } as Queryable;
  const { signal } = stopping;
  expect(await deleteRows(portions, 'due', 'n <= $1', [25], { batch: 10, signal })).toBe(10);
  expect(await deleteRows(portions, 'due', 'n <= $1', [25], { batch: 10, signal })).toBe(0);
  expect((await db.query('select from due')).rowCount).toBe(20);
});
