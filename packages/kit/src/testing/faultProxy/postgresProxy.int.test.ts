import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Db, openDb } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { quietLog } from '../quietLog.ts';
import { createDatabase } from '../testDatabase.ts';
import { startPostgresProxy } from './postgresProxy.ts';

/** Creates a table of notes that is written through a proxy and read directly. */
async function startNotes() {
  const { host } = new URL(inject('postgresUrl'));
  const proxy = await startPostgresProxy(host);
  const { url, drop } = await createDatabase();
  const direct = openDb({ url, name: 'direct', log: quietLog });
  const db = openDb({ url: proxy.through(url), name: 'proxied', log: quietLog });
  onTestFinished(async () => {
    await Promise.all([db.end(), direct.end()]);
    await proxy.stop();
    await drop();
  });
  await direct.query('create table notes (text text)');
  const notes = async () => (await direct.query('select text from notes order by text')).rows.map(({ text }) => text);
  return { proxy, db, notes };
}

const write = (db: Pick<Db, 'query'>, text: string) => db.query('insert into notes values ($1)', [text]);

describe('a commit that is cut', () => {
  it('was committed, and its client does not know', async () => {
    const { proxy, db, notes } = await startNotes();
    proxy.cutCommits(2, /insert into notes/);
    await expect(write(db, 'alone')).rejects.toThrow();
    await db.query('select * from notes');
    await expect(transaction(db, (tx) => write(tx, 'in a transaction'))).rejects.toThrow();
    expect(await notes()).toEqual(['alone', 'in a transaction']);
    expect(proxy.cutsLeft()).toBe(0);
  });

  it('works with prepared statements too', async () => {
    const { proxy, db, notes } = await startNotes();
    const prepared = { name: 'write', text: 'insert into notes values ($1)' };
    await transaction(db, async (tx) => {
      await tx.query({ ...prepared, values: ['first'] });
    });
    proxy.cutCommits(1, /insert into notes/);
    await expect(
      transaction(db, async (tx) => {
        await tx.query({ ...prepared, values: ['second'] });
      }),
    ).rejects.toThrow();
    expect(await notes()).toEqual(['first', 'second']);
  });

  it('is not triggered by a read or a rollback', async () => {
    const { proxy, db, notes } = await startNotes();
    proxy.cutCommits(1, /notes/);
    const given = transaction(db, async (tx) => {
      await write(tx, 'given up');
      throw new Error('changed my mind');
    });
    await expect(given).rejects.toThrow('changed my mind');
    proxy.cutCommits(1, /insert/);
    await db.query('select * from notes');
    expect(await notes()).toEqual([]);
    expect(proxy.cutsLeft()).toBe(1);
  });
});
