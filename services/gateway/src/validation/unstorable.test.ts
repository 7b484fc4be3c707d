import { describe, expect, it } from 'vitest';
import { findUnstorable } from './unstorable.ts';

const pathsIn = (value: unknown) => findUnstorable(value, JSON.stringify(value)).map(({ path }) => path);

describe('text that no store takes', () => {
  it.each([
    ['a NUL', { a: [1, { b: 'x\0' }] }, 'a[1].b'],
    ['half a surrogate pair', { a: ['\udc00'] }, 'a[0]'],
    ['a NUL in a name', { a: { 'b\0': 1 } }, 'a["b\\u0000"]'],
  ])('is found where it is: %s', (_name, value, path) => {
    expect(pathsIn(value)).toEqual([path]);
  });

  it('is not what only looks like it', () => {
    expect(pathsIn({ 'a\\u0000': ['\\u0000', '\\ud800', '😀', '\u0001'] })).toEqual([]);
    expect(findUnstorable(['😀'], '["\\ud83d\\ude00"]')).toEqual([]);
  });

  it('is told 20 times at most', () => {
    const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`\0${i}`, 0]));
    expect(pathsIn(names)).toHaveLength(20);
    expect(pathsIn(Array(1_000).fill('\0'))).toHaveLength(20);
  });
});
