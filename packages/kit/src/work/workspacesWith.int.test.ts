import { expect, it } from 'vitest';
import { kitDatabase } from '../testing/templateDatabase.ts';
import { workspacesWith } from './workspacesWith.ts';

it('returns each workspace with rows that match, and reads one row of each', async () => {
  const { db } = await kitDatabase();
  await db.query('create table items (workspace_id text, waits boolean)');
  await db.query(`insert into items select 'ws_' || n % 4, n % 4 <> 2 from generate_series(1, 8000) n`);
  await db.query('create index on items (workspace_id) where waits');
  await db.query('analyze items');
  const statement = (condition?: string) =>
    `with recursive ${workspacesWith('items', 'i', condition)} select id from workspaces`;
  const find = async (condition?: string) => (await db.query(statement(condition))).rows.map(({ id }) => id);
  expect(await find('i.waits')).toEqual(['ws_0', 'ws_1', 'ws_3', null]);
  expect(await find()).toEqual(['ws_0', 'ws_1', 'ws_2', 'ws_3', null]);
  const { rows } = await db.query(`explain (analyze, format json) ${statement('i.waits')}`);
  expect(rowsRead(rows[0]['QUERY PLAN'][0].Plan)).toBe(3);
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
