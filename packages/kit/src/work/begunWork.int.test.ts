import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { parkedWork } from '../service/parkedWork.ts';
import { makeDue } from '../testing/makeDue.ts';
import { quietLog } from '../testing/quietLog.ts';
import { kitDatabase } from '../testing/templateDatabase.ts';
import { workOnEach } from './failedWork.ts';

const program = join(import.meta.dirname, '../testing/workAndDie.ts');

/** Returns which of the items a, b and c a process begins, before `deadly` kills it or until it ends. */
async function life(url: string, deadly: string): Promise<{ begun: string[]; died: boolean }> {
  const child = spawn(process.execPath, [program, url, 'a,b,c', deadly], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [begun, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { begun: begun.split('\n').filter(Boolean), died: signal === 'SIGKILL' };
}

describe('an item that kills the process that works on it', () => {
  it('is dead-lettered after three processes, while the others are processed', { timeout: 120_000 }, async () => {
    const { db, url } = await kitDatabase();
    expect(await life(url, 'b')).toEqual({ begun: ['a', 'b'], died: true });
    await makeDue(db);
    expect(await life(url, 'b')).toEqual({ begun: ['a', 'b'], died: true });
    await makeDue(db);
    // a has ended in between, so it is new again. b comes after c, because a process died while it worked on b.
    expect(await life(url, 'b')).toEqual({ begun: ['a', 'c', 'b'], died: true });
    expect(await parkedWork(db, 'kit').deadLetters(10)).toEqual([]);
    await makeDue(db);
    expect(await life(url, 'b')).toEqual({ begun: ['a', 'c'], died: false });
    expect(await parkedWork(db, 'kit').deadLetters(10)).toMatchObject([
      { group: 'test', message: { key: 'b' }, error: '3 processes ended while they worked on this.' },
    ]);
    expect((await db.query('select * from begun_work')).rows).toEqual([]);
    expect(await life(url, 'b')).toEqual({ begun: ['a', 'c'], died: false });
    expect(await parkedWork(db, 'kit').replay('kit.work', 'test', 10)).toBe(1);
    expect(await life(url, 'nothing')).toEqual({ begun: ['a', 'b', 'c'], died: false });
  });
});

describe('an item that another process works on', () => {
  it('is left to that process, and counts no crash', async () => {
    const { db } = await kitDatabase();
    const held = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const begun: string[] = [];
    const work = (claimed: boolean, who: string, hold?: Promise<void>) =>
      workOnEach({ db, log: quietLog, work: 'test', claimed }, [{ id: 'a' }], async () => {
        begun.push(who);
        entered.resolve();
        await hold;
      });
    const first = work(false, 'first', held.promise);
    await entered.promise;
    await work(false, 'second');
    expect(begun).toEqual(['first']);
    for (let i = 0; i < 4; i++) await work(true, 'claimed');
    expect(begun).toEqual(['first', 'claimed', 'claimed', 'claimed', 'claimed']);
    held.resolve();
    await first;
    await work(false, 'third');
    expect(begun.at(-1)).toBe('third');
    expect(await parkedWork(db, 'kit').deadLetters(10)).toEqual([]);
  });
});
