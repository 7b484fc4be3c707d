import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue, type Entry } from './fairQueue.ts';

const entry = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), bytes: fc.nat(12) });
const room = { items: 3, bytes: 10 };

function takeAll(queue: { size: number; take(of: typeof room): Entry[] }): Entry[][] {
  const batches: Entry[][] = [];
  while (queue.size > 0) batches.push(queue.take(room));
  return batches;
}

describe('a fair queue', () => {
  it('returns each entry once, in the order of its key, and never more than fit', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const queue = createFairQueue<Entry>();
        entries.forEach(queue.add);
        const batches = takeAll(queue);
        for (const key of ['a', 'b', 'c', 'd']) {
          const of = (all: Entry[]) => all.filter((each) => each.key === key);
          expect(of(batches.flat())).toEqual(of(entries));
        }
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(room.items);
          const bytes = batch.reduce((sum, each) => sum + each.bytes, 0);
          expect(batch.length === 1 || bytes <= room.bytes).toBe(true);
        }
      }),
    );
  });

  it('puts at most one entry of each other key between two entries of a key', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const queue = createFairQueue<Entry>();
        entries.forEach(queue.add);
        const order = takeAll(queue).flat();
        order.forEach((taken, i) => {
          const before = order.slice(0, i);
          const turn = before.filter(({ key }) => key === taken.key).length;
          for (const key of ['a', 'b', 'c', 'd']) {
            expect(before.filter((other) => other.key === key).length).toBeLessThanOrEqual(turn + 1);
          }
        });
      }),
    );
  });

  it('does not return removed entries', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(entry, fc.boolean())), (entries) => {
        const queue = createFairQueue<Entry>();
        for (const [each] of entries) queue.add(each);
        for (const [each, removed] of entries) if (removed) queue.remove(each);
        const left = entries.flatMap(([each, removed]) => (removed ? [] : [each]));
        expect(queue.size).toBe(left.length);
        expect(new Set(takeAll(queue).flat())).toEqual(new Set(left));
      }),
    );
  });

  it('takes an entry of another tenant next, although 1,000 of one tenant wait before it', () => {
    const queue = createFairQueue<Entry>();
    for (let i = 0; i < 1_000; i++) queue.add({ key: 'lastCallers', bytes: 1 });
    queue.add({ key: 'lone', bytes: 1 });
    expect(queue.take(room).map(({ key }) => key)).toEqual(['lastCallers', 'lone', 'lastCallers']);
  });

  it('passes over keys that may not be taken, which keep their place', () => {
    const queue = createFairQueue<Entry>();
    for (const key of 'abca') queue.add({ key, bytes: 1 });
    const keys = (mayTake?: (key: string) => boolean) =>
      queue.take({ items: 9, bytes: 99 }, mayTake).map(({ key }) => key);
    expect(keys((key) => key === 'b')).toEqual(['b']);
    expect(keys()).toEqual(['a', 'c', 'a']);
  });

  it('serves an entry that was put back before the others of its key, and knows the longest queue', () => {
    const queue = createFairQueue<Entry & { n: number }>();
    for (const n of [1, 2, 3]) queue.add({ key: 'a', bytes: 1, n });
    queue.add({ key: 'b', bytes: 1, n: 4 });
    const [first] = queue.take({ items: 1, bytes: 99 });
    queue.putBack(first!);
    expect(queue.newestOfLongest()).toMatchObject({ n: 3 });
    expect([queue.lengthOf('a'), queue.keys()]).toEqual([3, ['b', 'a']]);
    expect(queue.take({ items: 9, bytes: 99 }).map(({ n }) => n)).toEqual([4, 1, 2, 3]);
  });
});
