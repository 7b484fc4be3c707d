import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createSharedReads } from './sharedReads.ts';

const MB = 1024 * 1024;

/** An object to read, which arrives when the test says so. */
function wanted(name: string, size: number, owner = 'ws_1') {
  const { promise, resolve, reject } = Promise.withResolvers<{ name: string }>();
  const read = vi.fn(() => promise);
  return { name, owner, size, read, arrive: () => resolve({ name }), fail: () => reject(new Error('away')) };
}

describe('a shared read', () => {
  it('serves concurrent and later requests for the same object', async () => {
    const read = createSharedReads(MB);
    const a = wanted('a', 10);
    const both = Promise.all([read(a), read(a)]);
    a.arrive();
    const [first, second] = await both;
    expect(second).toBe(first);
    expect(await read(a)).toBe(first);
    expect(a.read).toHaveBeenCalledTimes(1);
  });

  it('is never evicted while in progress, even if other objects fill the cache', async () => {
    const read = createSharedReads(MB);
    const small = wanted('small', 10);
    const reading = read(small);
    for (const name of ['a', 'b', 'c']) {
      const large = wanted(name, MB);
      large.arrive();
      await read(large);
    }
    small.arrive();
    expect(await reading).toEqual({ name: 'small' });
  });

  it('keeps at most maxBytes', async () => {
    const read = createSharedReads(MB);
    const wants = ['a', 'b', 'c'].map((name) => wanted(name, MB / 2));
    for (const want of wants) {
      want.arrive();
      await read(want);
    }
    for (const want of wants) await read(want);
    expect(wants[0]!.read).toHaveBeenCalledTimes(2);
  });

  it('that failed is tried again', async () => {
    const read = createSharedReads(MB);
    const a = wanted('a', 10);
    const failed = expect(read(a)).rejects.toThrow('away');
    a.fail();
    await failed;
    const again = wanted('a', 10);
    again.arrive();
    expect(await read(again)).toEqual({ name: 'a' });
  });

  it('waits while four large reads are in progress, unless it is small', async () => {
    const read = createSharedReads(100 * MB);
    const large = Array.from({ length: 6 }, (_, i) => wanted(`large${i}`, MB));
    const all = large.map((want) => read(want));
    const small = wanted('small', 10);
    small.arrive();
    await read(small);
    const started = () => large.filter((want) => want.read.mock.calls.length > 0).length;
    expect(started()).toBe(4);
    large[0]!.fail();
    await expect(all[0]).rejects.toThrow('away');
    await nextTurn();
    expect(started()).toBe(5);
    for (const want of large) want.arrive();
    await Promise.all(all.slice(1));
    expect(started()).toBe(6);
  });

  it('of a waiting workspace comes before further reads of another workspace', async () => {
    const read = createSharedReads(100 * MB);
    const many = Array.from({ length: 8 }, (_, i) => wanted(`large${i}`, MB, 'ws_busy'));
    const other = wanted('other', MB, 'ws_2');
    const all = [...many, other].map((want) => read(want));
    for (const want of many.slice(0, 2)) want.arrive();
    await Promise.all(all.slice(0, 2));
    await nextTurn();
    expect(other.read).toHaveBeenCalledTimes(1);
    for (const want of [...many, other]) want.arrive();
    await Promise.all(all);
  });
});
