import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { check } from './check.ts';
import { parseClusters } from './parseClusters.ts';
import { contract } from './tool.ts';

const input = (text: string) => ({ id: 'a', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });

it.each([
  ['empty', '', 'the content is empty'],
  ['junk', 'hello', "line 1: a FASTA record starts with '>', found 'h'"],
  ['digits', '>a\nMKT12', "line 2: character '1' is not an amino acid code"],
  ['short sequences alone', '>a\nMKTAY', 'no sequence is longer than 10'],
])('refuses %s', (_, text, message) => {
  expect(checkRequest(contract, check, [input(text)], {}).verdict.problems.map((problem) => problem.message)).toEqual([
    message,
  ]);
});

describe('reading clusters', () => {
  const text =
    '>Cluster 0\n0\t153aa, >s000002... at 93.51%\n1\t154aa, >s000001... *\n>Cluster 1\n0\t99aa, >s000003... *\n';

  it('puts the representative first', () => {
    expect(parseClusters(text, 3)).toEqual([
      {
        members: [
          { index: 0, identity: 1 },
          { index: 1, identity: 0.9351 },
        ],
      },
      { members: [{ index: 2, identity: 1 }] },
    ]);
  });

  it.each([
    [text, 4, /3 of 4 sequences/],
    ['', 2, /0 of 2 sequences/],
    [text.replace('s000003', 'x'), 3, /without its sequence/],
    [text.replace('*', 'at 80.00%'), 3, /without representative/],
  ])('misses what is not there', (clusters, expected, message) => {
    expect(() => parseClusters(clusters, expected)).toThrow(message);
  });
});
