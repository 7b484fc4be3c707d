import { toCredits } from '@rotamer/domain/credits.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { millicredits, optionalInteger, optionalMoment, WrongCall } from './values.ts';

describe('amounts of credits', () => {
  it('are unchanged after conversion to millicredits and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_000_000_000_000 }), (amount) => {
        expect(millicredits('credits', String(toCredits(amount)))).toBe(amount);
      }),
    );
  });

  it.each(['', '-1', '1.2345', '1e3', 'ten', '99999999999999999'])('refuse %j', (text) => {
    expect(() => millicredits('credits', text)).toThrow(WrongCall);
  });
});

describe('moments', () => {
  const now = new Date('2026-01-01T00:00:00Z');

  it.each([
    ['30d', '2026-01-31T00:00:00.000Z'],
    ['12h', '2026-01-01T12:00:00.000Z'],
    ['5s', '2026-01-01T00:00:05.000Z'],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(optionalMoment('expires', text, now)?.toISOString()).toBe(expected);
  });

  it.each(['soon', '5w', '2027-13-01', '1'])('refuse %j', (text) => {
    expect(() => optionalMoment('expires', text, now)).toThrow('--expires must be like 30d');
  });
});

describe('whole numbers', () => {
  it.each(['-1', '1.5', '', '99999999999999999'])('refuse %j', (text) => {
    expect(() => optionalInteger('jobs-per-day', text)).toThrow(WrongCall);
  });
});
