import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLinger } from './linger.ts';

const policy = { patienceMs: 20, togetherMs: 5 };

describe('the linger policy of a batcher', () => {
  it('sends a single item at once, every time', () => {
    const linger = createLinger(policy);
    for (let now = 0; now < 10; now++) {
      expect(linger.early(1, now)).toBeLessThanOrEqual(0);
      linger.ended(linger.left(now), 1, 0, now);
    }
  });

  it('collects items behind the newest batch in flight, for at most `patienceMs`', () => {
    const linger = createLinger(policy);
    const older = linger.left(0);
    expect(linger.early(3, 5)).toBe(15);
    expect(linger.early(3, 20)).toBe(0);
    linger.left(20);
    linger.ended(older, 1, 3, 21);
    expect(linger.early(3, 21)).toBe(19);
  });

  it('waits for as many callers as the last batch answered, for a limited time', () => {
    const linger = createLinger(policy);
    linger.ended(linger.left(0), 7, 1, 10);
    expect(linger.early(1, 10)).toBe(5);
    expect(linger.early(6, 13)).toBe(2);
    expect(linger.early(7, 13)).toBe(0);
    expect(linger.early(1, 15)).toBe(0);
  });

  it('sends items at once when the expected number waits, also beyond one batch', () => {
    const linger = createLinger(policy);
    linger.ended(linger.left(0), 64, 100, 10);
    expect(linger.early(100, 10)).toBe(0);
  });

  it('never delays items for longer than `patienceMs`, in any order of events', () => {
    const event = fc.record({
      type: fc.constantFrom('leave', 'end'),
      items: fc.integer({ min: 1, max: 64 }),
      ms: fc.nat(30),
    });
    fc.assert(
      fc.property(fc.array(event), fc.nat(64), (events, waiting) => {
        const linger = createLinger(policy);
        const inFlight: ReturnType<typeof linger.left>[] = [];
        let now = 0;
        for (const { type, items, ms } of events) {
          now += ms;
          const ending = type === 'end' && inFlight.shift();
          if (ending) linger.ended(ending, items, waiting, now);
          else inFlight.push(linger.left(now));
          expect(linger.early(waiting, now)).toBeLessThanOrEqual(policy.patienceMs);
        }
        expect(linger.early(waiting, now + policy.patienceMs)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
