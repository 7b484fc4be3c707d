import { describe, expect, it } from 'vitest';
import { changedLabels, problemsOfLabels, storedLabels } from './labels.ts';

describe('problemsOfLabels', () => {
  it.each(['plate', 'a', '7', 'lims.example.org/plate-id', 'x'.repeat(63)])('accepts the key %s', (key) => {
    expect(problemsOfLabels({ [key]: 'v_1.2-x' })).toEqual([]);
  });

  it.each(['', '-a', 'a-', 'a b', 'A.b/', '/a', 'x'.repeat(64), 'a=b', 'ä'])('refuses the key "%s"', (key) => {
    expect(problemsOfLabels({ [key]: '1' })).toHaveLength(1);
  });

  it('accepts an empty value and refuses a long or spaced one', () => {
    expect(problemsOfLabels({ a: '' })).toEqual([]);
    expect(problemsOfLabels({ a: 'x'.repeat(64), b: 'x y' })).toMatchObject([
      { path: 'labels.a' },
      { path: 'labels.b' },
    ]);
  });

  it('refuses more than 16 labels', () => {
    const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, '']));
    expect(problemsOfLabels(many(16))).toEqual([]);
    expect(problemsOfLabels(many(17))).toMatchObject([{ message: 'has more than 16 labels' }]);
  });
});

describe('changedLabels', () => {
  it('removes and sets labels, and keeps the others', () => {
    expect(changedLabels({ a: '1', b: '2', c: '3' }, { b: '4', d: '5' }, ['a', 'x'])).toEqual({
      b: '4',
      c: '3',
      d: '5',
    });
  });
});

it('stores no labels as undefined', () => {
  expect(storedLabels({})).toBeUndefined();
});
