import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quietLog } from '../testing/quietLog.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { migrateBus, migrateService } from './migrate.ts';

const emptyDatabase = () => testDatabase(async () => {});

function migrations(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
  return folder;
}

describe('migrating', () => {
  it('gives a service its outbox, its inbox and its own tables', async () => {
    const { url, db } = await emptyDatabase();
    await migrateService(url, migrations({ '0001_jobs.sql': 'create table jobs (id text primary key);' }), quietLog);
    const { rows } = await db.query(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'blob_deletions',
      'inbox',
      'jobs',
      'kit_migrations',
      'migrations',
      'outbox',
    ]);
  });

  it('is harmless when several processes begin at once', async () => {
    const { url, db } = await emptyDatabase();
    const folder = migrations({
      '0001_slow.sql': 'create table jobs (id int); select pg_sleep(0.2);',
      '0002_row.sql': 'insert into jobs values (1);',
    });
    await Promise.all(Array.from({ length: 4 }, () => migrateService(url, folder, quietLog)));
    expect((await db.query('select id from jobs')).rows).toEqual([{ id: 1 }]);
    expect((await db.query('select name from migrations order by id')).rows).toHaveLength(2);
  });

  it('does nothing the second time, and only what is new after that', async () => {
    const { url, db } = await emptyDatabase();
    const first = { '0001_jobs.sql': 'create table jobs (id int); insert into jobs values (1);' };
    const history = async () => (await db.query('select name, run_on from migrations order by id')).rows;
    await migrateService(url, migrations(first), quietLog);
    const before = await history();
    await migrateService(url, migrations(first), quietLog);
    expect(await history()).toEqual(before);
    await migrateService(url, migrations({ ...first, '0002_more.sql': 'insert into jobs values (2);' }), quietLog);
    expect((await history()).slice(0, 1)).toEqual(before);
    expect((await db.query('select id from jobs order by id')).rows).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('leaves nothing of a migration that fails', async () => {
    const { url, db } = await emptyDatabase();
    const folder = migrations({ '0001_bad.sql': 'create table jobs (id int); create table jobs (id int);' });
    await expect(migrateService(url, folder, quietLog)).rejects.toThrow('already exists');
    expect((await db.query(`select to_regclass('jobs') as found`)).rows).toEqual([{ found: null }]);
  });

  it('prepares the bus database', async () => {
    const { url, db } = await emptyDatabase();
    await Promise.all([migrateBus(url, quietLog), migrateBus(url, quietLog)]);
    expect((await db.query('select count(*) as n from events')).rows).toEqual([{ n: 0 }]);
  });
});
