import { describe, expect, it } from 'vitest';
import { firstWord, linesOf, unfitText } from './text.ts';

it('splits at the line ends of every platform, and at no others', () => {
  expect([...linesOf('\uFEFFa\r\nb\rc\n\nd\u2028e')]).toEqual(['a', 'b', 'c', '', 'd\u2028e']);
  expect([...linesOf('')]).toEqual(['']);
});

it.each(['a\nb\n\u001A', 'a\nb\n\u001A\r\n'])('leaves out the end of a file of DOS: %j', (text) => {
  expect([...linesOf(text)]).toEqual(['a', 'b', '']);
});

it.each([
  ['', '', ''],
  ['  a', 'a', ''],
  ['a \t b  c ', 'a', 'b  c'],
  ['\u2028a\u2028b', 'a', 'b'],
])('takes the first word off %j', (line, word, rest) => {
  expect(firstWord(line)).toEqual({ word, rest });
});

describe('a text that must not be parsed', () => {
  const unfit = (text: string) => unfitText(text, { maxLineLength: 10 });

  it.each([
    [`a\n${'b'.repeat(11)}`, 'line 2: the line has 11 characters, the limit is 10'],
    ['a\n\nb\0', 'line 3: contains a NUL character; the content is not text'],
    ['\r'.repeat(2_000_000), 'line 2000001: the content has more than 2000000 lines'],
  ])('gets a message with its line and the limit', (text, message) => {
    expect(unfit(text)).toBe(message);
  });

  it('does not exist within the limits', () => {
    expect(unfit(`${'a'.repeat(10)}\n`.repeat(100))).toBeUndefined();
  });
});
