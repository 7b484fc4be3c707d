import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';
import { callSignal, inCall } from './callSignal.ts';

interface Item {
  key: string;
  value: number;
}

const POISON = 13;

/** Doubles numbers; a batch with the unlucky number fails. Writes down what it was given. */
function doubler(maxSize: number) {
  const batches: { key: string; values: number[] }[] = [];
  const atWork = new Set<string>();
  const add = createBatcher<number, number>({
    maxWaitMs: 0,
    maxSize,
    run: async (key, values) => {
      expect(atWork.has(key)).toBe(false);
      atWork.add(key);
      batches.push({ key, values });
      await sleep(values[0]! % 3);
      atWork.delete(key);
      if (values.includes(POISON)) throw new Error(`unlucky ${batches.length}`);
      return values.map((value) => value * 2);
    },
  });
  return { add, batches };
}

const items = fc.array(
  fc.record({
    item: fc.record({ key: fc.constantFrom('a', 'b', 'c'), value: fc.integer({ min: 0, max: 20 }) }),
    pause: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

describe('a batcher', () => {
  it('gives every item its own result, an error only to its batch, one batch per key at a time and none too large', async () => {
    await fc.assert(
      fc.asyncProperty(items, fc.integer({ min: 1, max: 5 }), async (arrivals, maxSize) => {
        const { add, batches } = doubler(maxSize);
        const answers: { item: Item; answer: Promise<number> }[] = [];
        for (const { item, pause } of arrivals) {
          const answer = add(item.key, item.value);
          answer.catch(() => {});
          answers.push({ item, answer });
          if (pause) await sleep(0);
        }
        const settled = await Promise.allSettled(answers.map(({ answer }) => answer));

        for (const key of ['a', 'b', 'c']) {
          const given = answers.flatMap(({ item }, i) => (item.key === key ? [{ item, outcome: settled[i]! }] : []));
          const ran = batches.filter((batch) => batch.key === key);
          // Every item once, in the order of arrival.
          expect(ran.flatMap(({ values }) => values)).toEqual(given.map(({ item }) => item.value));
          for (const { values } of ran) {
            expect(values.length).toBeLessThanOrEqual(maxSize);
            for (const { item, outcome } of given.splice(0, values.length)) {
              expect(outcome.status).toBe(values.includes(POISON) ? 'rejected' : 'fulfilled');
              if (outcome.status === 'fulfilled') expect(outcome.value).toBe(item.value * 2);
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('shares one run among what arrives while a run is under way', async () => {
    const started = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const sizes: number[] = [];
    const add = createBatcher<number, number>({
      maxWaitMs: 0,
      maxSize: 100,
      run: async (_key, values) => {
        sizes.push(values.length);
        started.resolve();
        await held.promise;
        return values;
      },
    });
    const first = add('a', 0);
    await started.promise;
    const rest = Array.from({ length: 50 }, (_, i) => add('a', i));
    held.resolve();
    await Promise.all([first, ...rest]);
    expect(sizes).toEqual([1, 50]);
  });

  it('goes on while one of its callers waits, and ends when nobody does', async () => {
    const started = Promise.withResolvers<AbortSignal>();
    const add = createBatcher<number, number>({
      maxWaitMs: 0,
      maxSize: 10,
      run: async () => {
        started.resolve(callSignal()!);
        return new Promise(() => {});
      },
    });
    const calls = [new AbortController(), new AbortController()] as const;
    const answers = calls.map(({ signal }) => inCall(signal, () => add('a', 1)));
    const batch = await started.promise;
    calls[0].abort();
    await expect(answers[0]).rejects.toMatchObject({ name: 'AbortError' });
    expect(batch.aborted).toBe(false);
    calls[1].abort();
    await expect(answers[1]).rejects.toMatchObject({ name: 'AbortError' });
    expect(batch.aborted).toBe(true);
  });

  it('does not let one key wait for another', async () => {
    const held = Promise.withResolvers<void>();
    const add = createBatcher<number, number>({
      maxWaitMs: 0,
      maxSize: 10,
      run: async (key, values) => {
        if (key === 'slow') await held.promise;
        return values;
      },
    });
    const slow = add('slow', 1);
    expect(await add('fast', 2)).toBe(2);
    held.resolve();
    expect(await slow).toBe(1);
  });

  it('rejects a batch whose results are not one per item, rather than mixing them up', async () => {
    const add = createBatcher<number, number>({ maxWaitMs: 0, maxSize: 10, run: async () => [1] });
    const answers = await Promise.allSettled([add('a', 1), add('a', 2)]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ reason: new Error('a batch of 2 items got 1 results') });
    }
    expect(await add('a', 1)).toBe(1);
  });
});
