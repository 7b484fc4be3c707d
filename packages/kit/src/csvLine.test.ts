import { expect, it } from 'vitest';
import { csvLine } from './csvLine.ts';

it.each([
  ['=1+2', `"'=1+2"`],
  ['+49 30', `"'+49 30"`],
  ['-1+1', `"'-1+1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['  =HYPERLINK("http://x","y")', `"'  =HYPERLINK(""http://x"",""y"")"`],
  ['＝1+2', `"'＝1+2"`],
  ['a;=1', '"a;=1"'],
  ['a","=1', '"a"",""=1"'],
  ['line\nbreak', '"line\nbreak"'],
  ['Lysozyme', '"Lysozyme"'],
])('makes the text %j harmless', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

it('writes numbers without quotes, also negative ones, and null as nothing', () => {
  expect(csvLine([-12.5, null, 0])).toBe('-12.5,,0\r\n');
});

it.each(['--MK-V', '-', '-ACDEF*', '-1', '+0.5e-3'])('leaves the sequence or number %j as it is', (text) => {
  expect(csvLine([text])).toBe(`"${text}"\r\n`);
});
