import { expect, it } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { kitDatabase } from '../testing/templateDatabase.ts';
import { type DueRows, roundRobin } from './roundRobin.ts';

const items: DueRows = {
  table: 'items',
  alias: 'i',
  columns: ['n', 'at'],
  waiting: 'i.waits',
  due: 'i.at <= 100_000',
  orderBy: 'at',
  thenBy: ['n'],
  share: 3,
};

const take = (rows: DueRows) => `${roundRobin(rows)} select n from due order by turn, at limit 7`;

async function prepareItems() {
  const { db } = await kitDatabase();
  await db.query('create table items (workspace_id text, n int, at int, waits boolean)');
  await db.query(`insert into items select 'ws_' || n % 4, n, n, n % 4 <> 2 from generate_series(1, 8000) n`);
  await db.query(`insert into items values ('ws_9', 9_000, 200_000, true)`);
  await db.query('create index on items (workspace_id, at) where waits');
  await db.query('analyze items');
  const ids = async (statement: string, parameters: unknown[] = []) =>
    (await db.query(statement, parameters)).rows.map(({ n }) => n);
  return { db, ids };
}

it('takes due rows of each workspace in turn, at most a share of each', async () => {
  const { ids } = await prepareItems();
  expect(await ids(take(items))).toEqual([1, 3, 4, 5, 7, 8, 9]);
  expect(await ids(take({ ...items, share: 2 }))).toEqual([1, 3, 4, 5, 7, 8]);
});

it('reads one row of each workspace besides its share', async () => {
  const { db } = await prepareItems();
  const { rows } = await db.query(`explain (analyze, format json) ${take(items)}`);
  expect(rowsRead(rows[0]['QUERY PLAN'][0].Plan)).toBe(4 + 3 * 3);
});

it('takes later rows in place of locked ones, and skips busy workspaces', async () => {
  const { db, ids } = await prepareItems();
  const locking = take({ ...items, lockOf: { workspaces: '$2', busy: '$1' } });
  await transaction(db, async (tx) => {
    await tx.query('select from items where n in (1, 4) for update');
    expect(await ids(locking, [[], 7])).toEqual([3, 5, 8, 7, 9, 12, 11]);
    expect(await ids(locking, [['ws_1'], 1])).toEqual([3, 7, 11]);
  });
});

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

/** Returns how many rows of the table an executed plan has read. */
function rowsRead({
  'Relation Name': table,
  'Actual Rows': rows,
  'Actual Loops': loops,
  Plans: parts = [],
}: Plan): number {
  return (table === 'items' ? Math.round(rows * loops) : 0) + parts.reduce((sum, part) => sum + rowsRead(part), 0);
}
