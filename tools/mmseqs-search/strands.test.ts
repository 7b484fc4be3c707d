import { expect, it } from 'vitest';
import { type Match, numberOf } from '../shared/native/matches.ts';
import { reverseComplement } from '../shared/reverseComplement.ts';
import { onItsStrand } from './strands.ts';

const query = 'ATGGTTCTGTCTCCGGCTGACAAAACCAACGTTAAAGCTGCTTGGGGCAAAGTT';
const subject = `CCATAGTCGA${query}TTGACCATGACCGTAC`;
const [length, total] = [query.length, subject.length];
const match = (sstart: number, send: number): Match => ({
  ...{ query: 0, subject: 0 },
  numbers: [100, length, 0, 0, 1, length, sstart, send, 1e-20, 99, length, total, 100],
  extra: [],
});
const strandOf = (given: Match, target: string) => {
  const found = onItsStrand(given, query, target);
  return [numberOf(found, 'sstart'), numberOf(found, 'send')];
};

it.each([
  ['keeps a match of the forward strand', [11, 10 + length], subject, [11, 10 + length]],
  ['turns one that has the positions of the other strand', [total - 10, 17], subject, [11, 10 + length]],
  ['keeps a match of the reverse strand', [total - 10, 17], reverseComplement(subject), [total - 10, 17]],
  ['turns one of the reverse strand', [11, 10 + length], reverseComplement(subject), [total - 10, 17]],
  ['reads U as T', [total - 10, 17], subject.replaceAll('T', 'U'), [11, 10 + length]],
  ['keeps what has no word in common', [1, length], 'N'.repeat(total), [1, length]],
] as const)('%s', (_, [sstart, send], target, expected) => {
  expect(strandOf(match(sstart, send), target)).toEqual([...expected]);
});
