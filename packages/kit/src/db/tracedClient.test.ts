import { expect, it } from 'vitest';
import { cpuMs } from '../testing/cpuMs.ts';
import { statementName } from './tracedClient.ts';

it.each([
  ['begin', 'begin'],
  ['select id, name from jobs where id = $1', 'select jobs'],
  ['select accept_jobs($1, $2)', 'select accept_jobs'],
  ['select * from place_holds($1)', 'select place_holds'],
  ['insert into outbox (topic, key)\n select topic, key from unnest($1::text[]) as m (topic, key)', 'insert outbox'],
  ['update jobs set status = $1', 'update jobs'],
  ['delete from "outbox" where id = any($1)', 'delete'],
  ['with recursive waiting (id) as (select id from jobs) update jobs set a = 1 where id in (select id)', 'update jobs'],
  ['with a as (select 1), b as (insert into holds values (1) returning id) select count(*) from b', 'insert holds'],
  ['select 1 from unnest($1::text[]) as w (id) cross join lateral (select id from jobs limit 1) j', 'select jobs'],
  ['with a as (select id from jobs for no key update) select id from a', 'select jobs'],
  ['select coalesce(max(id), 0) from (select 1) as x', 'select'],
  ['', 'statement'],
])('names the statement %j %j', (text, name) => {
  expect(statementName(text)).toBe(name);
});

it('finds the name of a statement of a megabyte at once', () => {
  const began = cpuMs();
  statementName(`select ${'('.repeat(1_000_000)}`);
  expect(cpuMs() - began).toBeLessThan(1_000);
});
