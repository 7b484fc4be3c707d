import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureJson } from './jsonLimits.ts';

const measure = (value: unknown) => measureJson(Buffer.from(JSON.stringify(value)));

/** Returns the number of values in a JSON value. An empty list or object counts as two. */
function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const children = Object.values(value);
  return 1 + (children.length === 0 ? 1 : children.reduce<number>((sum, child) => sum + count(child), 0));
}

describe('measuring a JSON text', () => {
  it('counts all values, for any content of strings', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.string({ unit: fc.constantFrom('"', '\\', '{', '[', ',', ':', '}', 'a', 'é', '\n') }),
        fc.double(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 2), (value, indent) => {
        expect(measureJson(Buffer.from(JSON.stringify(value, null, indent)))).toEqual({ values: count(value) });
      }),
    );
  });

  it('terminates for any bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Buffer.from('"\\[]{},:a1'))), (bytes) => {
        expect(measureJson(Uint8Array.from(bytes)).values).toBeGreaterThan(0);
      }),
    );
  });

  it('allows 64 levels, and names the path of a deeper value', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
    expect(measure(deep(64)).problem).toBeUndefined();
    expect(measure({ a: [0, { 'b"': deep(62) }] }).problem).toEqual({
      path: `a[1]["b\\""]${'[0]'.repeat(61)}`,
      message: 'is nested deeper than 64 levels',
    });
  });

  it('allows at most 50,000 values', () => {
    expect(measure(Array(49_999).fill(0)).problem).toBeUndefined();
    expect(measure(Array(50_000).fill(0)).problem).toEqual({ path: 'body', message: 'has more than 50000 values' });
  });

  it('allows 1,000 fields per object, and names an object with more', () => {
    const wide = (fields: number) => Object.fromEntries(Array.from({ length: fields }, (_, i) => [`k${i}`, 0]));
    expect(measure({ settings: [wide(1_000), wide(1_000)] }).problem).toBeUndefined();
    expect(measure({ settings: [wide(1_000), wide(1_001)] }).problem).toEqual({
      path: 'settings[1]',
      message: 'has more than 1000 fields',
    });
  });
});
