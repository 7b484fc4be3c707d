import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inKeyOrder } from './inKeyOrder.ts';

const messages = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })
  .map((keys) => keys.map((key: string, n) => ({ key, n })));

describe('inKeyOrder', () => {
  it('handles each message once, in order per key, and at most `atOnce` at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        messages,
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(fc.nat(4)),
        async (all, atOnce, delays) => {
          const begun: { key: string; n: number }[] = [];
          const reached: number[] = [];
          let working = 0;
          const handle = async (message: (typeof all)[number]) => {
            begun.push(message);
            expect(++working).toBeLessThanOrEqual(atOnce);
            for (let n = delays.next().value; n > 0; n--) await turn();
            working--;
          };
          await inKeyOrder(all, atOnce, handle, ({ n }) => reached.push(n));
          for (const key of ['a', 'b', 'c', 'd']) {
            const ofKey = (some: typeof all) => some.filter((one) => one.key === key);
            expect(ofKey(begun)).toEqual(ofKey(all));
          }
          expect(begun).toHaveLength(all.length);
          expect(reached).toEqual(all.map(({ n }) => n));
        },
      ),
    );
  });

  it('calls onReached when all messages before are handled, and begins none after a failure', async () => {
    const all = ['a', 'b', 'c', 'a', 'd', 'e'].map((key, n) => ({ key, n }));
    const begun: number[] = [];
    const reached: number[] = [];
    const handle = async ({ n }: { n: number }) => {
      begun.push(n);
      await turn();
      if (n === 0) throw new Error('no');
    };
    const over = inKeyOrder(all, 3, handle, ({ n }) => reached.push(n));
    await expect(over).rejects.toThrow('no');
    expect(begun).toEqual([0, 1, 2]);
    expect(reached).toEqual([]);
  });
});
