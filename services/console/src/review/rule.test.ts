import { expect, it } from 'vitest';
import { type Comparison, compareMetrics, satisfies } from './rule.ts';

it.each<[unknown, Comparison, string, boolean]>([
  [0.4, 'gte', '0.4', true],
  [0.39, 'gte', '0.4', false],
  [-8.1, 'lte', '-8', true],
  [2, 'eq', '2.0', true],
  [2, 'gte', 'two', false],
  [10, 'gt', '9', true],
  ['Aspirin', 'contains', 'asp', true],
  ['Aspirin', 'eq', 'aspirin', true],
  [true, 'eq', 'yes', true],
  [undefined, 'lt', '5', false],
  [5, 'lt', ' ', false],
])('compares %o %s %s as a reader means it: %s', (metric, op, value, expected) => {
  expect(satisfies(metric, { op, value })).toBe(expected);
});

it('sorts numbers before texts, and missing values last in both directions', () => {
  const values = ['b', 2, undefined, 10, 'a'];
  expect(values.toSorted((a, b) => compareMetrics(a, b, 'asc'))).toEqual([2, 10, 'a', 'b', undefined]);
  const table = [undefined, 2, 10];
  expect([...table].map((value) => ({ value })).sort((a, b) => compareMetrics(a.value, b.value, 'desc'))).toEqual([
    { value: 10 },
    { value: 2 },
    { value: undefined },
  ]);
});
