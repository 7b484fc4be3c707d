import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { parsePairs } from './parsePairs.ts';
import { contract } from './tool.ts';

const input = (text: string) => ({ id: 'a', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });

it.each([
  ['empty', '', 'the content is empty'],
  ['junk', 'hello', "line 1: a FASTA record starts with '>', found 'h'"],
  ['digits', '>a\nMKT12', "line 2: character '1' is not an amino acid code"],
  ['only short sequences', '>a\nMKTAYIAKMKTAY', "slot 'sequences' has no sequence of 14 residues or more"],
])('refuses %s', (_, text, message) => {
  expect(checkRequest(contract, check, [input(text)], {}).verdict.problems.map((problem) => problem.message)).toEqual([
    message,
  ]);
});

describe('reading clusters', () => {
  const text = 's000003\ts000003\ns000002\ts000001\ns000002\ts000002\n';

  it('puts the representative and the largest cluster first', () => {
    expect(parsePairs(text, 3)).toEqual([[1, 0], [2]]);
  });

  it.each([
    [text, 4, /3 of 4 sequences/],
    [text, 2, /without its sequence/],
    ['', 2, /0 of 2 sequences/],
    [text.replace('s000001', 'x'), 3, /without its sequence/],
    ['s000001\ts000002\ns000003\ts000001\ns000003\ts000003\n', 3, /without representative/],
  ])('misses what is not there', (pairs, expected, message) => {
    expect(() => parsePairs(pairs, expected)).toThrow(message);
  });
});
