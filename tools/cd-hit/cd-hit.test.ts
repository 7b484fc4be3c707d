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
  ['only short sequences', '>a\nMKTAY', 'no sequence is longer than 10'],
])('refuses %s', (_, text, message) => {
  expect(checkRequest(contract, check, [input(text)], {}).verdict.problems.map((problem) => problem.message)).toEqual([
    message,
  ]);
});

it('chooses the word length for the identity, and accepts only one kind', () => {
  const check1 = (settings: object, kind = 'protein') =>
    checkRequest(
      contract,
      check,
      [{ ...input(kind === 'dna' ? `>a\n${'ACGTT'.repeat(5)}` : '>a\nMKTAYIAKQRMKTAYI'), kind }],
      settings,
    ).verdict.problems;
  expect(check1({ identity: 0.5, word_length: 5 })).toMatchObject([{ path: 'settings.word_length' }]);
  expect(check1({ identity: 0.9, word_length: 5 })).toEqual([]);
  expect(check1({ identity: 0.95, word_length: 10 }, 'dna')).toEqual([]);
  expect(check1({ identity: 0.6 }, 'dna')).toMatchObject([{ path: 'settings.identity' }]);
  const mixed = [input('>a\nMKTAYIAKQRMKTAYI'), { ...input(`>b\n${'ACGTT'.repeat(5)}`), id: 'b', kind: 'dna' }];
  expect(checkRequest(contract, check, mixed, {}).verdict.problems[0]!.message).toBe('send proteins or DNA, not both');
  expect(checkRequest(contract, check, [input(`>a\n${'X'.repeat(30)}`)], {}).verdict.problems[0]!.message).toMatch(
    /more unknown/,
  );
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

  it('reads ranges and strands', () => {
    const ranged = '>Cluster 0\n0\t44nt, >s000001... *\n1\t44nt, >s000002... at 44:1:1:44/-/97.50%\n';
    expect(parseClusters(ranged, 2)[0]!.members[1]).toEqual({ index: 1, identity: 0.975 });
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
