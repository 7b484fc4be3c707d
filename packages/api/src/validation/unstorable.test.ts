import { describe, expect, it } from 'vitest';
import { findUnstorable } from './unstorable.ts';

const pathsIn = (value: unknown) => findUnstorable(value, JSON.stringify(value)).map(({ path }) => path);

describe('text that cannot be stored', () => {
  it.each([
    ['a NUL', { a: [1, { b: 'x\0' }] }, 'a[1].b'],
    ['half a surrogate pair', { a: ['\udc00'] }, 'a[0]'],
    ['a NUL in a name', { a: { 'b\0': 1 } }, 'a["b\\u0000"]'],
  ])('is found at its path: %s', (_name, value, path) => {
    expect(pathsIn(value)).toEqual([path]);
  });

  it('does not include text that only looks similar', () => {
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

  it('does not include large or small finite numbers', () => {
    const json = `[1.7976931348623157e308,1e-400,1e100,${'9'.repeat(308)},"1e400"]`;
    expect(findUnstorable(JSON.parse(json), json)).toEqual([]);
  });

  it('is reported at most 20 times', () => {
    const names = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`\0${i}`, 0]));
    expect(pathsIn(names)).toHaveLength(20);
    expect(pathsIn(Array(1_000).fill('\0'))).toHaveLength(20);
  });
});
