import { describe, expect, it } from 'vitest';
import { median, quantile, summarise } from './statistics.ts';

const calm = (value: number) => ({ value, foreign: 0.05 });
const disturbed = (value: number) => ({ value, foreign: 0.4 });

describe('median and quantile', () => {
  it('take the middle value of unsorted values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([10, 9])).toBe(9.5);
  });

  it('interpolate between neighbours', () => {
    expect(quantile([0, 10, 20, 30], 0.99)).toBeCloseTo(29.7);
    expect(quantile([7], 0.99)).toBe(7);
  });
});

describe('a summary', () => {
  it('judges the median, not the best round', () => {
    expect(summarise([calm(0.1), calm(0.15), calm(0.9)], 3, { atLeast: 0.2 })).toMatchObject({
      median: 0.15,
      min: 0.1,
      max: 0.9,
      verdict: 'missed',
    });
    expect(summarise([calm(12), calm(9), calm(40)], 3, { atMost: 15 })).toMatchObject({ verdict: 'reached' });
  });

  it('leaves out disturbed rounds when enough are calm, and still counts them', () => {
    const summary = summarise([calm(1), disturbed(9), calm(2), calm(3)], 3, { atLeast: 2 });
    expect(summary).toMatchObject({ median: 2, max: 3, calm: 3, disturbed: 1, verdict: 'reached' });
  });

  it('shows all rounds as disturbed when too few were calm', () => {
    const summary = summarise([calm(1), disturbed(9), disturbed(5)], 2, { atLeast: 2 });
    expect(summary).toMatchObject({ median: 5, max: 9, calm: 1, disturbed: 2, verdict: 'disturbed' });
  });
});
