import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckQueueLimits, createCheckQueue, type Turn } from './checkQueue.ts';

const limits: CheckQueueLimits = { threads: 3, perWorkspace: 5, total: 12 };
const turn = (workspaceId: string, item = 0): Turn<number> => ({ key: workspaceId, bytes: 0, item });
const names = (turns: Turn<number>[]) => turns.map(({ key }) => key).join('');

describe('the order of checks', () => {
  it('is round-robin over workspaces until the batch is full', () => {
    const queue = createCheckQueue<number>(limits);
    for (const id of 'aaaabbc') queue.add(turn(id));
    expect(names(queue.take(5))).toBe('abcab');
    expect(names(queue.take(5))).toBe('aa');
    expect(queue.take(5)).toEqual([]);
  });

  it('delays no workspace by more than one turn of a workspace that always has checks waiting', () => {
    const queue = createCheckQueue<number>({ ...limits, threads: 2 });
    for (const id of 'aaaabcd') queue.add(turn(id));
    const order: string[] = [];
    for (let i = 0; i < 5; i++) {
      const taken = queue.take(1);
      order.push(names(taken));
      queue.leave(taken);
    }
    expect(order.join('')).toBe('abcda');
  });

  it('gives a slow workspace its own batches of one until it is quick again', () => {
    const queue = createCheckQueue<number>(limits);
    queue.recordSpeed('b', true);
    for (const id of 'abcbc') queue.add(turn(id));
    expect(['', '', ''].map(() => names(queue.take(5)))).toEqual(['acc', 'b', 'b']);
    queue.recordSpeed('b', false);
    for (const id of 'bde') queue.add(turn(id));
    expect(names(queue.take(5))).toBe('de');
  });
});

describe('one thread stays free', () => {
  it('when one workspace has many checks', () => {
    const queue = createCheckQueue<number>(limits);
    for (const id of 'aaa') queue.add(turn(id));
    expect([1, 1, 1].map((max) => queue.take(max).length)).toEqual([1, 1, 0]);
    queue.add(turn('b'));
    expect(names(queue.take(1))).toBe('b');
  });

  it('when all slow workspaces together have many checks', () => {
    const queue = createCheckQueue<number>(limits);
    for (const id of 'abc') {
      queue.recordSpeed(id, true);
      queue.add(turn(id));
    }
    expect([1, 1, 1].map((max) => queue.take(max).length)).toEqual([1, 1, 0]);
    queue.add(turn('d'));
    expect(names(queue.take(1))).toBe('d');
  });
});

describe('a full queue', () => {
  it('refuses a check over the limit of its workspace', () => {
    const queue = createCheckQueue<number>(limits);
    expect([0, 1, 2, 3, 4, 5].map((item) => queue.add(turn('a', item))?.item)).toEqual([...Array(5), 5]);
    expect(queue.add(turn('b'))).toBeUndefined();
  });

  it('refuses the newest check of the workspace with the longest queue', () => {
    const queue = createCheckQueue<number>({ ...limits, total: 6 });
    for (let item = 0; item < 4; item++) queue.add(turn('a', item));
    expect([turn('b', 0), turn('b', 1), turn('b', 2), turn('b', 3)].map((one) => queue.add(one))).toEqual([
      undefined,
      undefined,
      turn('a', 3),
      turn('b', 3),
    ]);
  });
});

it('keeps each turn exactly once and keeps its bounds, under any history', () => {
  const workspace = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ add: workspace }) },
    { weight: 2, arbitrary: fc.record({ take: fc.integer({ min: 1, max: 4 }) }) },
    fc.record({ leave: fc.nat() }),
    fc.record({ slow: fc.nat() }),
    fc.record({ remove: fc.nat() }),
    fc.record({ quick: workspace }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = createCheckQueue<number>(limits);
      const waiting = new Set<Turn<number>>();
      const threads: Turn<number>[][] = [];
      for (const [n, now] of steps.entries()) {
        if ('add' in now) {
          const added = turn(now.add, n);
          waiting.add(added);
          const refused = queue.add(added);
          if (refused) expect(waiting.delete(refused)).toBe(true);
        } else if ('take' in now && threads.length < limits.threads) {
          const taken = queue.take(now.take);
          for (const one of taken) expect(waiting.delete(one)).toBe(true);
          expect(taken.length).toBeLessThanOrEqual(now.take);
          if (taken.length > 0) threads.push(taken);
        } else if ('leave' in now && threads.length > 0) {
          queue.leave(threads.splice(now.leave % threads.length, 1)[0]!);
        } else if ('slow' in now && threads.length > 0) {
          const batch = threads[now.slow % threads.length]!;
          const [one, ...others] = batch;
          queue.recordSpeed(one!.key, true);
          queue.isolate(one!, batch);
          batch.length = 1;
          for (const other of others) waiting.add(other);
        } else if ('remove' in now && waiting.size > 0) {
          const gone = [...waiting][now.remove % waiting.size]!;
          expect(queue.remove(gone)).toBe(true);
          waiting.delete(gone);
        } else if ('quick' in now) {
          queue.recordSpeed(now.quick, false);
        }
        for (const id of 'abcde')
          expect(threads.filter((batch) => names(batch).includes(id)).length).toBeLessThan(limits.threads);
      }
      // With all threads free again, every waiting turn is taken once.
      for (const batch of threads) queue.leave(batch);
      for (let taken = queue.take(4); taken.length > 0; taken = queue.take(4)) {
        for (const one of taken) expect(waiting.delete(one)).toBe(true);
        queue.leave(taken);
      }
      expect(waiting.size).toBe(0);
    }),
  );
});
