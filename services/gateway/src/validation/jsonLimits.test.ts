import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectJson } from './jsonLimits.ts';

/** How many values a JSON value is made of. */
function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce<number>((sum, child) => sum + count(child), 0);
}

describe('inspecting a JSON value', () => {
  it('counts all of it and finds nothing wrong with well-formed text', () => {
    const wellFormed = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        wellFormed,
        fc.double(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(wellFormed, tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(inspectJson(value)).toEqual({ values: count(value), problems: [] });
      }),
    );
  });

  it.each([
    ['a NUL', { a: [1, { b: 'x\0' }] }, 'a[1].b'],
    ['half a surrogate pair', { a: ['\udc00'] }, 'a[0]'],
    ['a NUL in a name', { a: { 'b\0': 1 } }, 'a["b\\u0000"]'],
  ])('finds %s where it is', (_name, value, path) => {
    expect(inspectJson(value).problems.map((problem) => problem.path)).toEqual([path]);
  });

  it('allows 64 levels and 50,000 values, and no more', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
    expect(inspectJson(deep(64)).problems).toEqual([]);
    expect(inspectJson(deep(65)).problems).toHaveLength(1);
    expect(inspectJson(Array(49_999).fill(0)).problems).toEqual([]);
    expect(inspectJson(Array(50_000).fill(0)).problems).toEqual([
      { path: 'body', message: 'has more than 50000 values' },
    ]);
  });
});
