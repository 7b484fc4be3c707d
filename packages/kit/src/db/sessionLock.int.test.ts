import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { startPostgresProxy } from '../testing/faultProxy/postgresProxy.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { createSessionLock, type SessionLock, type SessionLockOptions } from './sessionLock.ts';

function lockOn(url: string, name = 'relay', options: SessionLockOptions = {}): SessionLock {
  const lock = createSessionLock(url, name, options);
  onTestFinished(lock.release);
  return lock;
}

const held = async (lock: SessionLock) => (await lock.take()) !== undefined;

describe('a session lock', () => {
  it('is held by one process at a time, without a time limit', async () => {
    const { url } = await testDatabase();
    const [first, second] = [lockOn(url), lockOn(url)];
    const connection = await first.take();
    expect(await held(second)).toBe(false);
    expect(await first.take()).toBe(connection);
    expect(await held(second)).toBe(false);
    expect(first.lost.aborted).toBe(false);
  });

  it('passes to another process when it is released', async () => {
    const { url } = await testDatabase();
    const [first, second] = [lockOn(url), lockOn(url)];
    await first.take();
    await first.release();
    await eventually(() => held(second));
    expect(await held(first)).toBe(false);
  });

  it('passes on when its connection is lost; its holder is notified and may try again', async () => {
    const { url, db } = await testDatabase();
    const [first, second] = [lockOn(url), lockOn(url)];
    await first.take();
    const { lost } = first;
    await db.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`);
    await eventually(() => lost.aborted);
    await eventually(() => held(second));
    expect(await held(first)).toBe(false);
    await second.release();
    await eventually(() => held(first));
    expect(first.lost.aborted).toBe(false);
  });

  it('is lost when its connection stops responding but is not closed', async () => {
    const { url } = await testDatabase();
    const proxy = await startPostgresProxy(new URL(url).host);
    onTestFinished(proxy.stop);
    const [holder, second] = [lockOn(proxy.through(url), 'relay', { quietMs: 0, answerMs: 200 }), lockOn(url)];
    const connection = await holder.take();
    expect(await holder.take()).toBe(connection);
    const { lost } = holder;
    proxy.poison({ silent: true });
    await expect(holder.take()).rejects.toThrow('Query read timeout');
    expect(lost.aborted).toBe(true);
    proxy.heal();
    await eventually(() => held(second));
    expect(await held(holder)).toBe(false);
  });

  it('keeps one connection on standby, regardless of the number of tries', async () => {
    const { url, db } = await testDatabase();
    const [first, second] = [lockOn(url), lockOn(url)];
    await first.take();
    const connections = async () => {
      const { rows } = await db.query(
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'relay' order by pid`,
      );
      return rows;
    };
    await second.take();
    const before = await connections();
    for (let i = 0; i < 10; i++) await second.take();
    expect(await connections()).toEqual(before);
    expect(before).toHaveLength(2);
  });

  it('treats different names as different locks', async () => {
    const { url } = await testDatabase();
    expect(await held(lockOn(url, 'consume a'))).toBe(true);
    expect(await held(lockOn(url, 'consume b'))).toBe(true);
  });

  it('fails when the server is down, and leaves no connection open', async () => {
    const lock = lockOn('postgres://nobody@127.0.0.1:1/nothing');
    await expect(lock.take()).rejects.toThrow('ECONNREFUSED');
    await expect(lock.take()).rejects.toThrow('ECONNREFUSED');
    await lock.release();
  });
});
