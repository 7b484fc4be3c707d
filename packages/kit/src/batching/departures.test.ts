import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDepartures } from './departures.ts';

const policy = { patienceMs: 20, regatherMs: 5 };

describe('departures', () => {
  it('let a lone item leave at once, again and again', () => {
    const departures = createDepartures(policy);
    for (let now = 0; now < 10; now++) {
      expect(departures.early(1, now)).toBeLessThanOrEqual(0);
      departures.ended(departures.left(now), 1, 0, now);
    }
  });

  it('let what waits gather behind the youngest batch, for as long as the patience lasts', () => {
    const departures = createDepartures(policy);
    const older = departures.left(0);
    expect(departures.early(3, 5)).toBe(15);
    expect(departures.early(3, 20)).toBe(0);
    departures.left(20);
    departures.ended(older, 1, 3, 21);
    expect(departures.early(3, 21)).toBe(19);
  });

  it('wait for those who were answered together, until they are there or a little later', () => {
    const departures = createDepartures(policy);
    departures.ended(departures.left(0), 7, 1, 10);
    expect(departures.early(1, 10)).toBe(5);
    expect(departures.early(6, 13)).toBe(2);
    expect(departures.early(7, 13)).toBe(0);
    expect(departures.early(1, 15)).toBe(0);
  });

  it('hold up no crowd that is there already, also when it fills more than one batch', () => {
    const departures = createDepartures(policy);
    departures.ended(departures.left(0), 64, 100, 10);
    expect(departures.early(100, 10)).toBe(0);
  });

  it('hold up nobody longer than patience and regathering together, whatever happens', () => {
    const event = fc.record({
      type: fc.constantFrom('leave', 'end'),
      items: fc.integer({ min: 1, max: 64 }),
      ms: fc.nat(30),
    });
    fc.assert(
      fc.property(fc.array(event), fc.nat(64), (events, waiting) => {
        const departures = createDepartures(policy);
        const inFlight: ReturnType<typeof departures.left>[] = [];
        let now = 0;
        for (const { type, items, ms } of events) {
          now += ms;
          const ending = type === 'end' && inFlight.shift();
          if (ending) departures.ended(ending, items, waiting, now);
          else inFlight.push(departures.left(now));
          expect(departures.early(waiting, now)).toBeLessThanOrEqual(policy.patienceMs);
        }
        expect(departures.early(waiting, now + policy.patienceMs)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
