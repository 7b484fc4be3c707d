import { describe, expect, it } from 'vitest';
import { oneAtATime } from './oneAtATime.ts';

describe('oneAtATime', () => {
  it('starts work in the order of the calls, each when the work before it has ended', async () => {
    const inTurn = oneAtATime();
    const seen: string[] = [];
    const first = Promise.withResolvers<void>();
    const one = inTurn(async () => {
      seen.push('one begins');
      await first.promise;
      seen.push('one ends');
      return 1;
    });
    const two = inTurn(async () => {
      seen.push('two');
      return 2;
    });
    await new Promise(setImmediate);
    expect(seen).toEqual(['one begins']);
    first.resolve();
    expect(await Promise.all([one, two])).toEqual([1, 2]);
    expect(seen).toEqual(['one begins', 'one ends', 'two']);
  });

  it('continues after a failure, which only its own caller receives', async () => {
    const inTurn = oneAtATime();
    const failing = inTurn(() => Promise.reject(new Error('no')));
    const next = inTurn(async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
