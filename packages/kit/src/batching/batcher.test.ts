import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { callSignal } from '../process/callSignal.ts';
import { type BatcherOptions, createBatcher } from './batcher.ts';

interface Item {
  key: string;
  n: number;
  bytes: number;
}

/** Creates a batcher whose batches the test answers itself. Returns it with the items and the signal of each batch. */
function byHand(options: Partial<BatcherOptions<Item, number>> = {}) {
  const inFlight: { items: Item[]; signal: AbortSignal; answer: (verdicts?: (number | Error)[]) => void }[] = [];
  const add = createBatcher<Item, number>({
    maxInFlight: 1,
    maxItems: 10,
    bytesOf: ({ bytes }) => bytes,
    fairKey: ({ key }) => key,
    ...options,
    run: (items, signal) =>
      new Promise((resolve) => {
        inFlight.push({ items, signal, answer: (verdicts = items.map(({ n }) => n)) => resolve(verdicts) });
      }),
  });
  return { add, inFlight };
}

const item = (n: number, key = 'a', bytes = 0): Item => ({ key, n, bytes });

/** One step of a random run: what happens to the batcher next. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('add' as const),
      key: fc.constantFrom('a', 'b', 'c'),
      bytes: fc.nat(12),
    }),
  },
  fc.record({ type: fc.constant('answer' as const), batch: fc.nat(3), outcome: fc.constantFrom('all', 'odd', 'none') }),
  fc.record({ type: fc.constant('leave' as const), item: fc.nat(20) }),
  fc.record({ type: fc.constant('turn' as const) }),
);

describe('a batcher', () => {
  it('gives each item its own result once, keeps the order per key, and stays within its limits', async () => {
    const bounds = { maxInFlight: 2, maxItems: 3, maxBytes: 15 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (history) => {
        const batches: Item[][] = [];
        const inFlight: (() => void)[] = [];
        const failed = new Set<number>();
        const plan = { outcome: 'all' };
        const add = createBatcher<Item, number>({
          ...bounds,
          bytesOf: ({ bytes }) => bytes,
          fairKey: ({ key }) => key,
          run: (items) =>
            new Promise((resolve, reject) => {
              batches.push(items);
              expect(items.length).toBeLessThanOrEqual(bounds.maxItems);
              const bytes = items.reduce((sum, each) => sum + each.bytes, 0);
              expect(items.length === 1 || bytes <= bounds.maxBytes).toBe(true);
              inFlight.push(() => {
                const { outcome } = plan;
                const fails = ({ n }: Item) => outcome === 'none' || (outcome === 'odd' && n % 2 === 1);
                for (const each of items) if (fails(each)) failed.add(each.n);
                if (outcome === 'none') reject(new Error('unlucky'));
                else resolve(items.map((each) => (fails(each) ? new Error('odd') : each.n * 2)));
              });
              expect(inFlight.length).toBeLessThanOrEqual(bounds.maxInFlight);
            }),
        });
        const added: { item: Item; call: AbortController; answer: Promise<number> }[] = [];
        const answerOne = async (index: number) => {
          inFlight.splice(index % inFlight.length, 1)[0]?.();
          await turn();
        };
        for (const event of history) {
          if (event.type === 'add') {
            const call = new AbortController();
            const next = { key: event.key, n: added.length, bytes: event.bytes };
            const answer = add(next, { signal: call.signal });
            answer.catch(() => {});
            added.push({ item: next, call, answer });
          } else if (event.type === 'answer') {
            plan.outcome = event.outcome;
            if (inFlight.length > 0) await answerOne(event.batch);
          } else if (event.type === 'leave') added[event.item]?.call.abort();
          else await turn();
        }
        plan.outcome = 'all';
        await turn();
        while (inFlight.length > 0) await answerOne(0);

        const sent = batches.flat();
        expect(new Set(sent).size).toBe(sent.length);
        for (const key of ['a', 'b', 'c']) {
          const order = sent.filter((each) => each.key === key).map(({ n }) => n);
          expect(order).toEqual(order.toSorted((a, b) => a - b));
        }
        for (const { item: each, call, answer } of added) {
          const outcome = await answer.catch((error: Error) => error.name);
          if (outcome === 'AbortError') expect(call.signal.aborted).toBe(true);
          else expect(outcome).toBe(failed.has(each.n) ? 'Error' : each.n * 2);
          expect(sent.includes(each) || outcome === 'AbortError').toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('sends a single item at once, in the same turn of the event loop', async () => {
    const { add, inFlight } = byHand();
    const answer = add(item(1));
    await turn();
    expect(inFlight).toHaveLength(1);
    inFlight[0]!.answer();
    expect(await answer).toBe(1);
  });

  it('batches the items of one turn, and those that arrive while a batch is in flight', async () => {
    const { add, inFlight } = byHand({ maxItems: 100 });
    const first = [add(item(0)), add(item(1))];
    await turn();
    const rest = Array.from({ length: 50 }, (_, n) => add(item(n)));
    await turn();
    expect(inFlight.map(({ items }) => items.length)).toEqual([2]);
    inFlight[0]!.answer();
    await Promise.all(first);
    expect(inFlight.map(({ items }) => items.length)).toEqual([2, 50]);
    inFlight[1]!.answer();
    await Promise.all(rest);
  });

  it('sends further batches while one batch is slow', async () => {
    const { add, inFlight } = byHand({ maxInFlight: 2 });
    void add(item(1));
    await turn();
    for (const n of [2, 3]) {
      const prompt = add(item(n));
      await turn();
      inFlight.at(-1)!.answer();
      expect(await prompt).toBe(n);
    }
    expect(inFlight[0]!.items).toEqual([item(1)]);
  });

  it('collects items behind a batch in flight until it is answered or slow', async () => {
    const { add, inFlight } = byHand({ maxInFlight: 2, linger: { patienceMs: 30 } });
    void add(item(1));
    await turn();
    void add(item(2));
    void add(item(3));
    await turn();
    expect(inFlight.map(({ items }) => items.length)).toEqual([1]);
    inFlight[0]!.answer();
    await turn();
    expect(inFlight.map(({ items }) => items.length)).toEqual([1, 2]);
    void add(item(4));
    await vi.waitFor(() => expect(inFlight.map(({ items }) => items.length)).toEqual([1, 2, 1]));
  });

  it('rejects an item at its deadline behind a slow batch, and does not send it', async () => {
    const { add, inFlight } = byHand();
    const slow = add(item(1));
    await turn();
    const behind = add(item(2), { deadlineMs: Date.now() + 20 });
    await expect(behind).rejects.toMatchObject({ code: 'service_unavailable' });
    inFlight[0]!.answer();
    expect(await slow).toBe(1);
    await turn();
    expect(inFlight).toHaveLength(1);
  });

  it('aborts a batch only when none of its callers is waiting', async () => {
    const { add, inFlight } = byHand();
    const calls = [new AbortController(), new AbortController()] as const;
    const [first, second] = calls.map(({ signal }) => add(item(1), { signal }));
    await turn();
    calls[0].abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect(inFlight[0]!.signal.aborted).toBe(false);
    calls[1].abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    expect(inFlight[0]!.signal.aborted).toBe(true);
  });

  it('aborts a batch when its last waited-for item got its result and the other callers left', async () => {
    const batch = Promise.withResolvers<{ signal: AbortSignal; tell: (index: number, result: string) => void }>();
    const add = createBatcher<number, string>({
      maxInFlight: 1,
      maxItems: 2,
      run: (_, signal, tell) => {
        batch.resolve({ signal, tell });
        return new Promise(() => {});
      },
    });
    const leaves = new AbortController();
    const [first, second] = [add(1), add(2, { signal: leaves.signal })];
    const { signal, tell } = await batch.promise;
    leaves.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    expect(signal.aborted).toBe(false);
    tell(0, 'told');
    expect(await first).toBe('told');
    expect(signal.aborted).toBe(true);
  });

  it('aborts a batch when the deadlines of all its callers have passed', async () => {
    const { add, inFlight } = byHand();
    await expect(add(item(1), { deadlineMs: Date.now() + 20 })).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(inFlight[0]!.signal.aborted).toBe(true);
  });

  it('runs a batch with the signal of all its callers, not of the call that started it', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const run = vi.fn(async (items: number[], signal: AbortSignal) => {
      await sleep(0);
      signals.push(signal, callSignal());
      return items;
    });
    await createBatcher<number, number>({ maxInFlight: 1, maxItems: 1, run })(1);
    expect(signals[0]).toBe(signals[1]);
  });

  it('settles each item once when its result is reported early, and fails items without a result', async () => {
    const call = Promise.withResolvers<undefined>();
    let aborted = () => false;
    const add = createBatcher<number, string>({
      maxInFlight: 1,
      maxItems: 3,
      run: (_, signal, tell) => {
        aborted = () => signal.aborted;
        tell(1, 'second');
        tell(1, 'twice');
        return call.promise;
      },
    });
    const leaves = new AbortController();
    const [first, second, third] = [add(1), add(2), add(3, { signal: leaves.signal })];
    expect(await second).toBe('second');
    leaves.abort();
    await expect(third).rejects.toMatchObject({ name: 'AbortError' });
    expect(aborted()).toBe(false);
    call.resolve(undefined);
    await expect(first).rejects.toThrow('1 of 3 items of a batch got no result');
  });

  it('rejects all items when the number of results differs from the number of items', async () => {
    const { add, inFlight } = byHand();
    const answers = [add(item(1)), add(item(2))];
    await turn();
    inFlight[0]!.answer([1]);
    for (const answer of await Promise.allSettled(answers)) {
      expect(answer).toMatchObject({ reason: new Error('2 of 2 items of a batch got no result') });
    }
    const again = add(item(3));
    await turn();
    inFlight[1]!.answer();
    expect(await again).toBe(3);
  });
});
