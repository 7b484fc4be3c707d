import { AbortError } from 'abort-controller-x';
import { describe, expect, it, vi } from 'vitest';
import type { Db } from '../db/db.ts';
import { Fault } from '../errors/fault.ts';
import { parkedWork } from '../service/parkedWork.ts';
import { makeDue } from '../testing/makeDue.ts';
import { quietLog } from '../testing/quietLog.ts';
import { kitDatabase } from '../testing/templateDatabase.ts';
import { due, MAX_TRIES, PermanentFailure, purgeFailures, workOnEach } from './failedWork.ts';

/** Creates a loop over the items `a`, `b` and `c`; `b` fails with this error. Returns which items each pass performs. */
async function loop(failure: () => unknown) {
  const { db } = await kitDatabase();
  const log = { ...quietLog, warn: vi.fn(), error: vi.fn() } as never as typeof quietLog;
  async function pass(): Promise<string[]> {
    const tried: string[] = [];
    await workOnEach({ db, log, work: 'test' }, await dueOf(db), async ({ id }) => {
      tried.push(id);
      if (id === 'b') throw failure();
    });
    return tried;
  }
  return { db, log, pass, letters: parkedWork(db, 'kit') };
}

async function dueOf(db: Db): Promise<{ id: string }[]> {
  const { rows } = await db.query(`select id from unnest('{a,b,c}'::text[]) id where ${due('test', 'id')}`);
  return rows;
}

describe('an item that fails', () => {
  it('does not block the others, and is retried later', async () => {
    const { db, pass } = await loop(() => new Error('no'));
    expect(await pass()).toEqual(['a', 'b', 'c']);
    expect(await pass()).toEqual(['a', 'c']);
    await makeDue(db);
    expect(await pass()).toEqual(['a', 'b', 'c']);
  });

  it('is retried with doubled delays, then dead-lettered with one error in the log', async () => {
    const { db, pass, log, letters } = await loop(() => new Error('no'));
    const delays: number[] = [];
    for (let n = 1; n < MAX_TRIES; n++) {
      await pass();
      const { rows } = await db.query('select extract(epoch from retry_at - failed_at)::int as delay from failed_work');
      delays.push(rows[0].delay);
      expect(await letters.deadLetters(10)).toEqual([]);
      await makeDue(db);
    }
    expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 640]);
    expect(log.error).not.toHaveBeenCalled();
    await pass();
    await makeDue(db);
    expect(await pass()).toEqual(['a', 'c']);
    expect(log.error).toHaveBeenCalledOnce();
    expect(await letters.deadLetters(10)).toMatchObject([
      { topic: 'kit.work', group: 'test', message: { key: 'b' }, error: 'no' },
    ]);
  });

  it('is dead-lettered at once when no try can succeed', async () => {
    const { pass, letters } = await loop(() => new PermanentFailure('damaged'));
    await pass();
    expect(await letters.deadLetters(10)).toMatchObject([{ error: 'damaged' }]);
  });

  it('counts no try while a dependency is unavailable, and fails the pass', async () => {
    for (const error of [
      Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
      new Fault('service_unavailable', 'Unavailable.'),
    ]) {
      const { db, pass } = await loop(() => error);
      await expect(pass()).rejects.toBe(error);
      expect((await db.query('select * from failed_work')).rows).toEqual([]);
      expect(await dueOf(db)).toHaveLength(3);
    }
  });

  it('is dead-lettered in the end when it always exceeds the statement timeout', async () => {
    const { db, pass, letters } = await loop(() => Object.assign(new Error('statement timeout'), { code: '57014' }));
    for (let n = 1; n <= MAX_TRIES; n++) {
      await pass();
      await makeDue(db);
    }
    expect(await letters.deadLetters(10)).toMatchObject([{ message: { key: 'b' }, error: 'statement timeout' }]);
  });

  it('starts with its first try again when it has succeeded in between', async () => {
    const { db, pass } = await loop(() => new Error('no'));
    await pass();
    await db.query(`update failed_work set tries = 8, retry_at = now() - interval '61 minutes'`);
    await pass();
    expect((await db.query('select tries from failed_work')).rows).toEqual([{ tries: 1 }]);
  });

  it('may fail with a text that the database cannot store unchanged', async () => {
    const { pass, letters } = await loop(() => new PermanentFailure(`\0\ud800${'x'.repeat(100_000)}`));
    await pass();
    expect((await letters.deadLetters(10))[0]!.error).toMatch(/^\ufffd\ufffdx{998}$/);
  });
});

describe('items that are worked on at the same time', () => {
  it('number at most `atOnce`, and a slow one does not block the others', async () => {
    const { db } = await kitDatabase();
    const silent = Promise.withResolvers<void>();
    const ended: string[] = [];
    let working = 0;
    let most = 0;
    const pieces = ['silent', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
    await workOnEach({ db, log: quietLog, work: 'test', atOnce: 2 }, pieces, async ({ id }) => {
      most = Math.max(most, ++working);
      await (id === 'silent' ? silent.promise : new Promise(setImmediate));
      working--;
      if (ended.push(id) === 4) silent.resolve();
    });
    expect(ended).toEqual(['b', 'c', 'd', 'e', 'silent']);
    expect(most).toBe(2);
  });

  it('end with an aborted pass: no further item is begun', async () => {
    const { db } = await kitDatabase();
    const begun: string[] = [];
    const pieces = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
    const waiting = Promise.withResolvers<void>();
    const pass = workOnEach({ db, log: quietLog, work: 'test', atOnce: 2 }, pieces, async ({ id }) => {
      begun.push(id);
      if (id === 'a') throw new AbortError();
      await waiting.promise;
    });
    await expect(pass).rejects.toThrow(AbortError);
    waiting.resolve();
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b']);
  });
});

describe('dead-lettered work', () => {
  it('is retried when an operator replays it, for that loop and topic only', async () => {
    const { pass, letters } = await loop(() => new PermanentFailure('damaged'));
    await pass();
    expect(await letters.replay('kit.work', 'another', 10)).toBe(0);
    expect(await letters.replay('jobs.events.v1', 'test', 10)).toBe(0);
    expect(await pass()).toEqual(['a', 'c']);
    expect(await letters.replay('kit.work', 'test', 10)).toBe(1);
    expect(await pass()).toEqual(['a', 'b', 'c']);
  });

  it('is deleted when its item needs no more work', async () => {
    const { db, pass, letters } = await loop(() => new PermanentFailure('damaged'));
    await pass();
    await purgeFailures(db, 'test', ['b']);
    expect(await letters.deadLetters(10)).toEqual([]);
  });
});
