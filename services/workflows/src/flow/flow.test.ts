import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filters, Scalar, Sort } from '../definition/filters.ts';
import type { BranchNode } from '../definition/schema.ts';
import { chooseCase } from './chooseCase.ts';
import type { Measured, Metrics } from './item.ts';
import { filterItems, matches } from './matches.ts';
import { rankItems } from './rank.ts';

const FIELDS = ['score', 'name', 'toString'];

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom('', 'a', 'ab', 'b'),
  fc.boolean(),
);
const metrics: fc.Arbitrary<Metrics> = fc.dictionary(fc.constantFrom(...FIELDS), scalar, { noNullPrototype: true });
const items: fc.Arbitrary<Measured[]> = fc.array(metrics, { maxLength: 20 }).map(numbered);
const words = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 2 });
const condition = fc.record(
  {
    eq: scalar,
    ne: scalar,
    lt: scalar,
    lte: scalar,
    gt: scalar,
    gte: scalar,
    in: fc.array(scalar),
    not_in: fc.array(scalar),
    contains: words,
    not_contains: words,
  },
  { requiredKeys: [], noNullPrototype: true },
);
const filters: fc.Arbitrary<Filters> = fc.dictionary(fc.constantFrom(...FIELDS), condition, { noNullPrototype: true });
const sort: fc.Arbitrary<Sort> = fc.array(
  fc.record({ field: fc.constantFrom(...FIELDS), direction: fc.constantFrom('asc', 'desc') }),
  { maxLength: 3 },
);

function numbered(all: Metrics[]): Measured[] {
  return all.map((metrics, i) => ({ id: `itm_${i}`, metrics }));
}

const idsOf = (some: Measured[]) => some.map(({ id }) => id);
const scored = (...scores: (Scalar | undefined)[]) =>
  numbered(scores.map((score): Metrics => (score === undefined ? {} : { score })));

describe('a filter', () => {
  it('keeps the order, and changes nothing when applied again', () => {
    fc.assert(
      fc.property(items, filters, (some, filters) => {
        const kept = filterItems(some, filters);
        expect(idsOf(kept)).toEqual(idsOf(some).filter((id) => idsOf(kept).includes(id)));
        expect(filterItems(kept, filters)).toEqual(kept);
      }),
    );
  });

  it('excludes items without the field for every operator', () => {
    fc.assert(
      fc.property(metrics, condition, (metrics, condition) => {
        const { score: _, ...without } = metrics;
        expect(matches(without, { score: condition })).toBe(false);
      }),
    );
    expect(matches({}, { score: { ne: 1 } })).toBe(false);
    expect(matches({}, { score: { not_in: [1] } })).toBe(false);
    expect(matches({}, { toString: { ne: 1 } })).toBe(false);
  });

  it('keeps the intersection of two fields or conditions', () => {
    fc.assert(
      fc.property(items, condition, condition, (some, one, other) => {
        const both = filterItems(some, { score: one, name: other });
        expect(both).toEqual(filterItems(filterItems(some, { score: one }), { name: other }));
      }),
    );
  });

  it('never finds values of different types equal, less or greater', () => {
    for (const [a, b] of [
      [1, '1'],
      [0, false],
      ['true', true],
    ] as const) {
      for (const op of ['eq', 'lt', 'lte', 'gt', 'gte'] as const) {
        expect(matches({ score: a }, { score: { [op]: b } })).toBe(false);
        expect(matches({ score: b }, { score: { [op]: a } })).toBe(false);
      }
      expect(matches({ score: a }, { score: { ne: b } })).toBe(true);
    }
  });

  it.each<[Filters[string], Scalar, boolean]>([
    [{ gte: 7, lte: 25 }, 7, true],
    [{ gte: 7, lte: 25 }, 26, false],
    [{ in: ['H', 'E'] }, 'E', true],
    [{ not_in: ['H', 'E'] }, 'C', true],
    [{ contains: 'PEP' }, 'MPEPTIDE', true],
    [{ contains: ['C', 'M'] }, 'MPEPTIDE', true],
    [{ not_contains: ['C', 'M'] }, 'MPEPTIDE', false],
    [{ not_contains: ['C', 'M'] }, 'PEPTIDE', true],
    [{ contains: '1' }, 10, false],
    [{ not_contains: '2' }, 10, false],
    [{ lt: 'b' }, 'a', true],
  ])('%j of %j: %j', (condition, value, expected) => {
    expect(matches({ score: value }, { score: condition })).toBe(expected);
  });
});

describe('a rank', () => {
  it('keeps the order of arrival without a sort', () => {
    fc.assert(
      fc.property(items, (some) => {
        expect(rankItems(some, [])).toEqual(some);
      }),
    );
  });

  it('is stable, loses nothing, and changes nothing when applied again', () => {
    fc.assert(
      fc.property(items, sort, (some, sort) => {
        const ranked = rankItems(some, sort);
        expect(idsOf(ranked).toSorted()).toEqual(idsOf(some).toSorted());
        expect(rankItems(ranked, sort)).toEqual(ranked);
        const fields = sort.map(({ field }) => field);
        const keyOf = ({ metrics }: Measured) =>
          JSON.stringify(fields.map((field) => Object.entries(metrics).find(([key]) => key === field)));
        for (const { id } of some) {
          const alike = (all: Measured[]) =>
            idsOf(all.filter((one) => keyOf(one) === keyOf(some.find((it) => it.id === id)!)));
          expect(alike(ranked)).toEqual(alike(some));
        }
      }),
    );
  });

  it('passes on the first items of the whole order when it has a limit', () => {
    fc.assert(
      fc.property(items, sort, fc.integer({ min: 1, max: 25 }), (some, sort, limit) => {
        expect(rankItems(some, sort, limit)).toEqual(rankItems(some, sort).slice(0, limit));
      }),
    );
  });

  it('puts numbers before texts before booleans, and missing fields last, in both directions', () => {
    const some = scored(undefined, true, 'b', 2, 'a', 1, false);
    const scores = (ranked: Measured[]) => ranked.map(({ metrics }) => metrics.score);
    expect(scores(rankItems(some, [{ field: 'score' }]))).toEqual([1, 2, 'a', 'b', false, true, undefined]);
    expect(scores(rankItems(some, [{ field: 'score', direction: 'desc' }]))).toEqual([
      2,
      1,
      'b',
      'a',
      true,
      false,
      undefined,
    ]);
  });
});

describe('a branch', () => {
  const node: BranchNode = {
    id: 'enough',
    type: 'branch',
    cases: [
      { name: 'many', when: { count: { gte: 3 } } },
      { name: 'good', when: { 'max.score': { gt: 5 }, 'min.score': { gte: 0 } } },
    ],
    otherwise: 'none',
  };

  it('takes the first case that holds for all items together', () => {
    expect(chooseCase(node, scored(1, 2, 9))).toBe('many');
    expect(chooseCase(node, scored(1, 9))).toBe('good');
    expect(chooseCase(node, scored(-1, 9))).toBe('none');
    expect(chooseCase(node, scored(1, undefined))).toBe('none');
    expect(chooseCase(node, [])).toBe('none');
  });
});
