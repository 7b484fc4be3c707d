import { describe, expect, it } from 'vitest';
import { asCompleted, inOrder } from './asCompleted.ts';

const promises = (count: number) => Array.from({ length: count }, () => Promise.withResolvers<number>());

describe('asCompleted', () => {
  it('yields results in the order in which they are ready, those of one turn together, each once', async () => {
    const work = promises(4);
    const groups = asCompleted(work.map(({ promise }) => promise));
    work[2]!.resolve(2);
    expect(await groups.next()).toEqual({ done: false, value: [2] });
    const next = groups.next();
    work[3]!.resolve(3);
    work[0]!.resolve(0);
    expect(await next).toEqual({ done: false, value: [3, 0] });
    work[1]!.resolve(1);
    expect(await groups.next()).toEqual({ done: false, value: [1] });
    expect(await groups.next()).toEqual({ done: true, value: undefined });
  });

  it('yields nothing for no work', async () => {
    expect(await asCompleted([]).next()).toEqual({ done: true, value: undefined });
  });

  it('ends with the first failure, also when the work fails while no result is requested', async () => {
    const work = promises(3);
    const groups = asCompleted(work.map(({ promise }) => promise));
    work[1]!.resolve(1);
    await groups.next();
    work[0]!.reject(new Error('first'));
    work[2]!.reject(new Error('second'));
    await expect(groups.next()).rejects.toThrow('first');
    expect(await groups.next()).toEqual({ done: true, value: undefined });
  });

  it('ends when its signal is aborted, also when the work goes on', async () => {
    const work = promises(1);
    const call = new AbortController();
    const next = asCompleted([work[0]!.promise], call.signal).next();
    call.abort();
    await expect(next).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it('inOrder puts results back into the order of their items', async () => {
  async function* responses() {
    yield { answers: [{ index: 2 }] };
    yield { answers: [{ index: 1 }, { index: 0 }] };
  }
  expect(await inOrder(responses())).toEqual([{ index: 0 }, { index: 1 }, { index: 2 }]);
});
