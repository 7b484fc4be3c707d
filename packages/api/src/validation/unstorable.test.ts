import { describe, expect, it } from 'vitest';
import { findUnstorable } from './unstorable.ts';

const pathsIn = (value: unknown) => findUnstorable(value, JSON.stringify(value)).map(({ path }) => path);

describe('what no store takes', () => {
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

  it.each(['1e309', '-1.5E+400', '2e0309', `1${'0'.repeat(309)}`, `1${'0'.repeat(250)}.0e99`])(
    'nor is the number %s, which would become null',
    (number) => {
      const json = `{"a":[1e3,{"b":${number}}]}`;
      expect(findUnstorable(JSON.parse(json), json)).toEqual([
        { path: 'a[1].b', message: 'is beyond the largest number, 1.8e308' },
      ]);
    },
  );

  it('is no large or small number that is one', () => {
    const json = `[1.7976931348623157e308,1e-400,1e100,${'9'.repeat(308)},"1e400"]`;
    expect(findUnstorable(JSON.parse(json), json)).toEqual([]);
  });

  it('is told 20 times at most', () => {
    const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`\0${i}`, 0]));
    expect(pathsIn(names)).toHaveLength(20);
    expect(pathsIn(Array(1_000).fill('\0'))).toHaveLength(20);
  });
});
