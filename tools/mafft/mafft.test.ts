import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadSequences } from '../testing/alignerTests.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

describe('refuses', () => refusesBadSequences({ contract, check }));

it.each([
  ['protein', '>a\nMKV\n>b\nMKV\n', { matrix: 'kimura1' }, /^kimura1 is for nucleotides$/],
  ['dna', '>a\nACG\n>b\nACG\n', { matrix: 'jtt100' }, /^jtt100 is for proteins$/],
  ['protein', '>a\nMKV\n>b\nMKV\n', { adjust_direction: 'fast' }, /^is for nucleotides$/],
  ['dna', '>a\nACG\n>b\nACG\n', { add_fragments: true }, /^needs an alignment to add to$/],
  ['dna', '>a\nACG\n', {}, /needs at least 2 records without an alignment$/],
])('refuses %s %j with %j', (kind, text, settings, message) => {
  const input = { id: 'a', slotId: 'sequences', kind, format: 'FASTA', text };
  const { problems } = checkRequest(contract, check, [input], settings).verdict;
  expect(problems).toMatchObject([{ message: expect.stringMatching(message) }]);
});
