import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quietLog } from '../testing/quietLog.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { checkBus, checkService, migrateBus, migrateService } from './migrate.ts';

/** Writes a service's folder; the keys of `files` are paths in it. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, sql] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), sql);
  }
  return folder;
}

/** Creates an empty database, with functions that migrate it. */
async function database() {
  const { url, db } = await testDatabase();
  return {
    url,
    db,
    migrate: (files: Record<string, string>) => migrateService(url, folderOf(files), quietLog),
    history: async () => (await db.query('select * from schema_history order by part, name')).rows,
    answer: async () => (await db.query('select answer() as answer')).rows[0].answer,
  };
}

const jobs = { 'migrations/0001_jobs.sql': 'create table jobs (id int); insert into jobs values (1);' };
const answering = (answer: number) => ({
  'functions/answer.sql': `create or replace function answer() returns int language sql as 'select ${answer}';`,
});

describe('migrating', () => {
  it('creates the outbox, the inbox and the tables of a service', async () => {
    const { db, migrate } = await database();
    await migrate(jobs);
    const { rows } = await db.query(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'begun_work',
      'blob_deletions',
      'failed_work',
      'inbox',
      'jobs',
      'outbox',
      'schema_history',
    ]);
  });

  it('succeeds when several processes start at once, also while an index is built concurrently', async () => {
    const { db, migrate, history } = await database();
    const files = {
      'migrations/0001_slow.sql': 'create table jobs (id int); select pg_sleep(0.2);',
      'migrations/0002_row.sql': 'insert into jobs values (1);',
      'migrations/0003_index.sql': '-- no transaction\ncreate index concurrently jobs_id on jobs (id);\n',
      ...answering(1),
    };
    await Promise.all(Array.from({ length: 4 }, () => migrate(files)));
    expect((await db.query('select id from jobs')).rows).toEqual([{ id: 1 }]);
    expect((await history()).filter(({ part }) => part === 'service')).toHaveLength(4);
  });

  it('changes nothing the second time, and then applies only new migrations', async () => {
    const { db, migrate, history } = await database();
    await migrate({ ...jobs, ...answering(1) });
    const before = await history();
    await migrate({ ...jobs, ...answering(1) });
    expect(await history()).toEqual(before);
    await migrate({ ...jobs, ...answering(1), 'migrations/0002_more.sql': 'insert into jobs values (2);' });
    expect(await history()).toEqual(expect.arrayContaining(before));
    expect((await db.query('select id from jobs order by id')).rows).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('leaves nothing of a migration that fails, and names it', async () => {
    const { db, migrate } = await database();
    const bad = { 'migrations/0001_bad.sql': 'create table jobs (id int); create table jobs (id int);' };
    await expect(migrate(bad)).rejects.toThrow('service/0001_bad.sql: relation "jobs" already exists');
    expect((await db.query(`select to_regclass('jobs') as found`)).rows).toEqual([{ found: null }]);
  });

  it('fails when a lock is not free within the lock timeout, and succeeds later', async () => {
    const { db, migrate } = await database();
    await migrate(jobs);
    const holder = await db.connect();
    onTestFinished(() => holder.release());
    await holder.query('begin; lock table jobs in access share mode');
    const blocked = { ...jobs, 'migrations/0002_column.sql': `set local lock_timeout = '50ms'; drop table jobs;` };
    await expect(migrate(blocked)).rejects.toThrow('0002_column.sql: canceling statement due to lock timeout');
    await holder.query('rollback');
    await migrate(blocked);
  });

  it('repeats statements outside of transactions until all have succeeded', async () => {
    const { db, migrate } = await database();
    const twice = 'insert into jobs values (1);';
    await migrate({ ...jobs, 'migrations/0002_twice.sql': twice });
    const unique = {
      ...jobs,
      'migrations/0002_twice.sql': twice,
      'migrations/0003_unique.sql':
        '-- no transaction\n-- One job per id.\ndrop index concurrently if exists jobs_id;\ncreate unique index concurrently jobs_id on jobs (id);\n',
    };
    await expect(migrate(unique)).rejects.toThrow('0003_unique.sql: could not create unique index');
    await db.query('delete from jobs');
    await migrate(unique);
    expect((await db.query(`select indisvalid from pg_index where indexrelid = 'jobs_id'::regclass`)).rows).toEqual([
      { indisvalid: true },
    ]);
  });

  it('refuses a migration that was edited, or that precedes an applied one', async () => {
    const { migrate } = await database();
    await migrate({ 'migrations/0002_jobs.sql': 'create table jobs (id int);' });
    await expect(migrate({ 'migrations/0002_jobs.sql': 'create table jobs (id text);' })).rejects.toThrow(
      '0002_jobs.sql is not what this database was migrated with: it was made by a version',
    );
    const late = { 'migrations/0001_late.sql': '', 'migrations/0002_jobs.sql': 'create table jobs (id int);' };
    await expect(migrate(late)).rejects.toThrow('0001_late.sql comes before 0002_jobs.sql');
  });

  it('prepares the bus database', async () => {
    const { url, db } = await testDatabase();
    await Promise.all([migrateBus(url, quietLog), migrateBus(url, quietLog)]);
    expect((await db.query('select count(*) as n from events')).rows).toEqual([{ n: 0 }]);
  });
});

describe('functions', () => {
  it('are replaced when they change, and only then', async () => {
    const { migrate, answer, history } = await database();
    await migrate({ ...jobs, ...answering(1) });
    expect(await answer()).toBe(1);
    await migrate({ ...jobs, ...answering(2) });
    expect(await answer()).toBe(2);
    const before = await history();
    await migrate({ ...jobs, ...answering(2) });
    expect(await history()).toEqual(before);
  });

  it('change all together or not at all', async () => {
    const { migrate, answer } = await database();
    await migrate({ ...jobs, ...answering(1) });
    const bad = { ...jobs, ...answering(2), 'functions/bad.sql': 'create or replace function bad();' };
    await expect(migrate(bad)).rejects.toThrow('service/bad.sql: no language specified');
    expect(await answer()).toBe(1);
  });

  it('may change their return type when their file drops them first', async () => {
    const { migrate, answer } = await database();
    await migrate({ ...jobs, ...answering(1) });
    const changed = `create or replace function answer() returns text language sql as $$ select 'one' $$;`;
    await expect(migrate({ ...jobs, 'functions/answer.sql': changed })).rejects.toThrow('cannot change return type');
    await migrate({ ...jobs, 'functions/answer.sql': `drop function if exists answer();\n${changed}` });
    expect(await answer()).toBe('one');
  });

  it('stay at the newer release when a replica of the older release restarts', async () => {
    const { migrate, answer } = await database();
    const older = { ...jobs, ...answering(1) };
    await migrate(older);
    await migrate({ ...jobs, 'migrations/0002_newer.sql': 'create table more (id int);', ...answering(2) });
    await migrate(older);
    expect(await answer()).toBe(2);
  });
});

describe('a database that was not made by these migrations', () => {
  it('is refused and left unchanged when it has tables but no history', async () => {
    const { url, db, migrate } = await database();
    await db.query('create table outbox (id int)');
    const folder = folderOf(jobs);
    for (const refused of [() => migrate(jobs), () => checkService(url, folder), () => checkBus(url)]) {
      await expect(refused()).rejects.toThrow(/^The database \w+ has tables but no history .+ cannot be upgraded/);
    }
    const { rows } = await db.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`);
    expect(rows).toEqual([{ relname: 'outbox' }]);
  });

  it('is reported by a check, which changes nothing', async () => {
    const { url, migrate, history } = await database();
    await checkService(url, folderOf(jobs));
    await migrate(jobs);
    const before = await history();
    const more = { ...jobs, 'migrations/0002_more.sql': 'insert into jobs values (2);' };
    await checkService(url, folderOf(more));
    const edited = { 'migrations/0001_jobs.sql': 'create table jobs (id text);' };
    await expect(checkService(url, folderOf(edited))).rejects.toThrow('0001_jobs.sql');
    expect(await history()).toEqual(before);
  });
});
