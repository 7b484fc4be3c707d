import { cpuMs } from '@rotamer/kit/testing/cpuMs.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonProblem } from './jsonProblem.ts';

describe('jsonProblem', () => {
  it.each([
    ['{"a":NaN}', 'line 1, column 6 (a): NaN is not JSON; write null, or leave the field out'],
    ['[1,-Infinity]', 'line 1, column 4 ([1]): -Infinity is not JSON; write null, or leave the field out'],
    ['{"a":{"b":[1,{"c":None}]}}', 'line 1, column 19 (a.b[1].c): None is not JSON; write null'],
    ['{"a": undefined}', 'line 1, column 7 (a): undefined is not JSON; write null, or leave the field out'],
    ['{"a": True}', 'line 1, column 7 (a): True is not JSON; write true'],
    ['{\n  "a": 1,\n}', 'line 3, column 1: a comma before } is not allowed'],
    ['[1,\n2,]', 'line 2, column 3 ([2]): a comma before ] is not allowed'],
    ['{"a":1 "b":2}', 'line 1, column 8 (a): a comma or } must follow'],
    ['[1 2]', 'line 1, column 4 ([0]): a comma or ] must follow'],
    ['{"a" 1}', 'line 1, column 6 (a): a colon must follow the name of a field'],
    ['{"a":}', 'line 1, column 6 (a): a value is missing'],
    ["{'a':1}", `line 1, column 2: names of fields must be in double quotes, not '`],
    ['{a:1}', 'line 1, column 2: the name of a field must be in double quotes'],
    [`{"a":'b'}`, `line 1, column 6 (a): text must be in double quotes, not '`],
    ['{"a":01}', 'line 1, column 6 (a): 01 is not JSON'],
    ['{"a":+1}', 'line 1, column 6 (a): +1 is not JSON'],
    ['{"a":"b\nc"}', 'line 1, column 8 (a): a line break or control character in a text must be escaped, as \\n'],
    [
      '{"a":"C:\\data"}',
      'line 1, column 9 (a): a backslash must be followed by one of "\\/bfnrt or by u and four hex digits',
    ],
    ['{"a":"b}', 'line 1, column 6 (a): the quotation mark is not closed'],
    ['{} // done', 'line 1, column 4: nothing may follow the value'],
    ['// first\n{}', 'line 1, column 1: comments are not allowed'],
    ['{"a":[1', 'line 1, column 8 (a[0]): the text ends too early'],
    ['<html>', 'line 1, column 1: "<" is not JSON'],
    [' ', 'line 1, column 2: the text ends too early'],
  ])('returns where and why %j is not JSON', (text, problem) => {
    expect(jsonProblem(text)).toBe(problem);
  });

  it('finds a problem exactly where JSON.parse does', () => {
    const damaged = fc
      .tuple(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', ',', '}', ']', '"', '\\', '-', '1', 'e', ':', '\n', '\u0001', ' '),
      )
      .map(([json, at, cut, more]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + more + json.slice(place + cut);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(jsonProblem(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('takes time linear in the length of the text', () => {
    for (const text of [
      `["${'a'.repeat(500_000)}`,
      `[${'1,'.repeat(250_000)}`,
      '['.repeat(500_000),
      '\n'.repeat(500_000),
    ]) {
      const started = cpuMs();
      expect(jsonProblem(text)).toContain('line');
      expect(cpuMs() - started).toBeLessThan(2_000);
    }
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
