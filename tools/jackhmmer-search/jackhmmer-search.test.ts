import { expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

const input = (slotId: string, text: string) => ({ id: slotId, slotId, kind: 'protein', format: 'FASTA', text });
const verdict = (query: string, database: string, settings = {}) =>
  checkRequest(contract, check, [input('query', query), input('database', database)], settings).verdict;

it.each([
  ['an empty database', '>a\nMKTAY', '', 'input.inputs[1].content', /^the content is empty$/],
  ['junk', 'hello', '>a\nMKTAY', 'input.inputs[0].content', /starts with '>'/],
  ['digits', '>a\nMKT12', '>a\nMKTAY', 'input.inputs[0].content', /^line 2: character '1'/],
  ['two queries', '>a\nMKT\n>b\nMKT', '>a\nMKTAY', 'input.inputs[0].content', /more than 1 records/],
])('refuses %s', (_, query, database, path, message) => {
  expect(verdict(query, database).problems[0]).toEqual({ path, message: expect.stringMatching(message) });
});

it('reserves more for more rounds', () => {
  const database = Array.from({ length: 200 }, (_, i) => `>d${i}\n${'MKTAYIAKQR'.repeat(9_000)}\n`).join('');
  const minutes = (iterations: number) =>
    verdict(`>q\n${'MKTAYIAKQR'.repeat(900)}`, database, { iterations }).estimatedMinutes!;
  expect(minutes(10) / minutes(5)).toBeCloseTo(2);
  expect(verdict('>a\nMKTAY', '>b\nMKTAY').estimatedMinutes).toBe(1);
});
