import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascendingIds, derivedUuid, isId, lowestIdAt, newId, timeOfId } from './ids.ts';

const times = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });

describe('ids', () => {
  it('carry their creation time to the millisecond', () => {
    fc.assert(
      fc.property(times, (now) => {
        expect(timeOfId(newId('job', now))).toEqual(now);
      }),
    );
  });

  it('sort as text in the order of their times', () => {
    fc.assert(
      fc.property(times, times, (a, b) => {
        if (a.getTime() !== b.getTime()) expect(newId('job', a) < newId('job', b)).toBe(a < b);
      }),
    );
  });

  it('differ within one millisecond', () => {
    const now = new Date();
    expect(new Set(Array.from({ length: 1_000 }, () => newId('job', now))).size).toBe(1_000);
  });

  it('ascend within one millisecond when they come from ascendingIds', () => {
    const next = ascendingIds('itm', new Date());
    const ids = Array.from({ length: 100_000 }, next);
    expect(ids.every((id, i) => isId('itm', id) && (i === 0 || ids[i - 1]! < id))).toBe(true);
  });

  it('consist of a prefix and 26 characters that are unambiguous when read aloud', () => {
    fc.assert(
      fc.property(times, (now) => {
        const id = newId('wfrev', now);
        expect(id).toMatch(/^wfrev_[0-9a-hjkmnp-tv-z]{26}$/);
        expect(isId('wfrev', id)).toBe(true);
        expect(isId('wf', id)).toBe(false);
      }),
    );
  });

  it('are distinguished from other texts', () => {
    const good = newId('job', new Date());
    const digits = good.slice(4);
    const bad = ['', 'job_', digits, good.slice(0, -1), `${good}0`, `${good}\n`, ` ${good}`, good.toUpperCase()];
    // A character outside of the alphabet; a value above 128 bits.
    bad.push(`job_${digits.slice(0, -1)}u`, `job_8${digits.slice(1)}`);
    for (const text of bad) expect(isId('job', text), JSON.stringify(text)).toBe(false);
  });
});

describe('derivedUuid', () => {
  it('is the same for the same parts in every process', () => {
    expect(derivedUuid('a', 1)).toBe('9fc13e64-ea49-5fc7-826c-c8fef15d5fe1');
  });

  it('differs for parts that only look alike when joined', () => {
    const names = [
      derivedUuid('a', 'bc'),
      derivedUuid('ab', 'c'),
      derivedUuid('abc'),
      derivedUuid('a', '1'),
      derivedUuid('a', 1),
    ];
    expect(new Set(names).size).toBe(names.length);
  });
});

it('returns an id below every id of the same time, and above every earlier one', () => {
  const at = new Date('2026-03-01T12:00:00.123Z');
  const lowest = lowestIdAt('job', at);
  expect(timeOfId(lowest)).toEqual(at);
  for (let i = 0; i < 100; i++) {
    expect(newId('job', at) > lowest).toBe(true);
    expect(newId('job', new Date(at.getTime() - 1)) < lowest).toBe(true);
  }
});
