import { expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

const input = (slotId: string, text: string) => ({ id: slotId, slotId, kind: 'protein', format: 'FASTA', text });
const problems = (query: string, database: string) =>
  checkRequest(contract, check, [input('query', query), input('database', database)], {}).verdict.problems;

it.each([
  ['an empty database', '>a\nMKTAY', '', 'input.inputs[1].content', /^the content is empty$/],
  ['junk', 'hello', '>a\nMKTAY', 'input.inputs[0].content', /starts with '>'/],
  ['digits', '>a\nMKT12', '>a\nMKTAY', 'input.inputs[0].content', /^line 2: character '1'/],
  ['two queries', '>a\nMKT\n>b\nMKT', '>a\nMKTAY', 'input.inputs[0].content', /more than 1 records/],
])('refuses %s', (_, query, database, path, message) => {
  expect(problems(query, database)[0]).toEqual({ path, message: expect.stringMatching(message) });
});
