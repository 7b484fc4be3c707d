import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault, tooSlow } from '../errors/fault.ts';
import { bisect, MAX_SLOW_RUNS } from './bisect.ts';

const unavailable = new Fault('service_unavailable', 'unavailable');

describe('bisect', () => {
  it('processes every good item once, and returns each bad item its own error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean()), async (culprits) => {
        const done: number[] = [];
        const items = culprits.map((_, n) => n);
        const verdicts = await bisect(items, async (part) => {
          const culprit = part.find((n) => culprits[n]);
          if (culprit !== undefined) throw new Error(`culprit ${culprit}`);
          done.push(...part);
          return part;
        });
        expect(verdicts).toEqual(items.map((n) => (culprits[n] ? new Error(`culprit ${n}`) : n)));
        expect(done.toSorted((a, b) => a - b)).toEqual(items.filter((n) => !culprits[n]));
      }),
    );
  });

  it('finds one bad item among many in a few runs', async () => {
    let runs = 0;
    await bisect(
      Array.from({ length: 64 }, (_, n) => n),
      async (part) => {
        runs++;
        if (part.includes(13)) throw new Error('unlucky');
        return part;
      },
    );
    expect(runs).toBe(13);
  });

  for (const [what, error] of [
    ['an unavailable dependency', unavailable],
    ['a lost connection', Object.assign(new Error('lost'), { code: 'ECONNRESET' })],
    ['callers that are gone', Object.assign(new Error('aborted'), { name: 'AbortError' })],
  ] as const) {
    it(`does not try smaller parts after ${what}`, async () => {
      let runs = 0;
      const verdicts = await bisect([1, 2, 3], async () => {
        runs++;
        throw error;
      });
      expect(runs).toBe(1);
      expect(verdicts).toEqual([error, error, error]);
    });
  }

  it.each([
    ['statement', Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })],
    ['call', tooSlow()],
  ])('processes the other items when two items always end with a %s timeout', async (_, slow) => {
    const items = Array.from({ length: 200 }, (_, n) => n);
    const verdicts = await bisect(items, async (part) => {
      if (part.includes(13) || part.includes(150)) throw slow;
      return part;
    });
    expect(verdicts).toEqual(items.map((n) => (n === 13 || n === 150 ? slow : n)));
  });

  it('gives up after a limited number of runs when every run times out', async () => {
    const slow = tooSlow();
    let runs = 0;
    const verdicts = await bisect(Array.from({ length: 200 }), async () => {
      runs++;
      throw slow;
    });
    expect(runs).toBe(MAX_SLOW_RUNS);
    expect(verdicts).toEqual(Array.from({ length: 200 }, () => slow));
  });

  it('keeps finished results when a dependency becomes unavailable half way', async () => {
    const verdicts = await bisect(['ok', 'poison', 'ok', 'ok'], async (part) => {
      if (part.includes('poison')) throw new Error('poison');
      if (part.length === 2) throw unavailable;
      return part;
    });
    expect(verdicts).toEqual(['ok', new Error('poison'), unavailable, unavailable]);
  });
});
