import { expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

const problems = (text: string, settings = {}) =>
  checkRequest(contract, check, [{ id: 'a', slotId: 'alignment', kind: 'msa', format: 'AFA', text }], settings).verdict
    .problems;

it.each([
  ['an empty file, at which hmmbuild hangs', '', /empty/],
  ['junk', 'hello', /starts with '>'/],
  ['rows of different lengths', '>a\nMKTAYIAK\n>b\nMKTAY', /columns/],
  ['digits', '>a\nMK12\n>b\nMKTA', /line 2/],
])('refuses %s', (_, text, message) => {
  expect(problems(text)[0]!.message).toMatch(message);
});

it('refuses dna for rows with letters that only proteins have', () => {
  expect(problems('>a\nMKTAYIAK\n', { alphabet: 'dna' })).toMatchObject([{ path: 'settings.alphabet' }]);
  expect(problems('>a\nACGTNNRY\n', { alphabet: 'dna' })).toEqual([]);
});

it('refuses names that look like an option', () => {
  expect(problems('>a\nMKTAY\n', { name: '-h' })).toMatchObject([{ path: 'settings.name' }]);
});
