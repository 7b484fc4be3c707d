import { expect, it } from 'vitest';
import { kitDatabase } from '../testing/templateDatabase.ts';
import { deleteRows } from './deleteRows.ts';

it('deletes all that a condition names, in portions, and leaves what somebody has locked without waiting', async () => {
  const { db } = await kitDatabase();
  await db.query('create table due (n int)');
  await db.query('insert into due select generate_series(1, 30)');
  const other = await db.connect();
  try {
    await other.query('begin');
    await other.query('select from due where n = 3 for update');
    expect(await deleteRows(db, 'due', 'n <= $1', [25], 10)).toBe(24);
    await other.query('rollback');
  } finally {
    other.release();
  }
  expect((await db.query('select n from due order by n')).rows.map((row) => row.n)).toEqual([3, 26, 27, 28, 29, 30]);
  expect(await deleteRows(db, 'due', 'n <= $1', [25])).toBe(1);
});
