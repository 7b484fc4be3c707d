import { expect, it } from 'vitest';
import { writeTsv } from './tsv.ts';

it('writes a space for the control characters of a cell', () => {
  expect(writeTsv(['name', 'n'], [{ name: 'a\tb\r\nc\u001b[2Kd\u0085e', n: null }])).toBe('name\tn\na b c [2Kd e\t\n');
});
