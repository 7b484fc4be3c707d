import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameApart, uniqueNames } from './uniqueNames.ts';

it('numbers repeated names, without repeating another name', () => {
  expect(uniqueNames(['a', 'b', 'a', 'a_2', 'a b', 'a_b'])).toEqual(['a', 'b', 'a_3', 'a_2', 'a_b', 'a_b_2']);
});

it('returns no name that is a comment or the end of a Stockholm file', () => {
  expect(uniqueNames(['#hash', '//', '_hash', 'a#b', 'a//b'])).toEqual(['_hash', '_', '_hash_2', 'a#b', 'a//b']);
});

describe('unique names of records', () => {
  const record = (header: string) => {
    const [name, ...rest] = header.split(' ');
    return { name: name!, description: rest.join(' ') };
  };
  const names = (headers: string[]) => nameApart(headers.map(record)).records.map(({ name }) => name);

  it.each<[string, string[], string[]]>([
    ['first words that differ', ['a one', 'b one'], ['a', 'b']],
    ['headers that differ', ['dup one', 'dup two', 'x y'], ['dup one', 'dup two', 'x']],
    ['tabs, which part the columns of tables', ['dup a\tb', 'dup c'], ['dup a b', 'dup c']],
    ['headers that do not', ['dup one', 'dup two', 'dup one'], ['dup one', 'dup two', 'dup one_2']],
    ['no description', ['x', 'x', 'x'], ['x', 'x_2', 'x_3']],
    ['one with a description', ['x', 'x y'], ['x', 'x y']],
    ['a name that a number would make', ['x', 'x', 'x_2'], ['x', 'x_3', 'x_2']],
  ])('%s', (_, headers, expected) => {
    expect(names(headers)).toEqual(expected);
  });

  it('differ, keep the header, and stay the same when they are read again', () => {
    const word = fc.stringMatching(/^[ab_2]{1,3}$/);
    const header = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(header, { maxLength: 8 }), (headers) => {
        const { records, repeated } = nameApart(headers.map(record));
        expect(new Set(records.map(({ name }) => name)).size).toBe(headers.length);
        const whole = records.map(({ name, description }) => (description ? `${name} ${description}` : name));
        expect(whole.filter((one, i) => one !== headers[i])).toHaveLength(repeated.length);
        expect(names(whole)).toEqual(records.map(({ name }) => name));
      }),
    );
  });

  it('take time proportional to their number', () => {
    const headers = Array.from({ length: 100_000 }, (_, i) => (i % 2 ? 'x' : `x_${i}`));
    expect(new Set(names(headers)).size).toBe(100_000);
  });
});
