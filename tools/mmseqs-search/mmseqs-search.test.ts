import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadSearches, searchInput } from '../testing/matchTests.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';
import { lengthOfWords } from './words.ts';

describe('refuses', () => {
  refusesBadSearches({ contract, check });

  it('sequences that are all too short to be searched', () => {
    const inputs = [searchInput('queries', '>a\nMKTAYIAK'), searchInput('database', '>b\nMKTAYIAKQRMKTAYIAKQR')];
    expect(checkRequest(contract, check, inputs, {}).verdict.problems).toEqual([
      { path: 'input.inputs', message: "slot 'queries' has no sequence of 14 residues or more" },
    ]);
  });

  const protein = '>a\nMKTAYIAKQRMKTAYIAKQR';
  const dna = `>g\n${'ACGT'.repeat(10)}`;
  it.each([
    ['protein', { kmer_length: 7 }, 'settings.kmer_length', /^words of residues have a length of 5 to 6/],
    ['dna', { kmer_length: 4 }, 'settings.kmer_length', /^words of bases have a length of 5 to 14/],
    ['dna', { dna_search: 'translated', kmer_length: 9 }, 'settings.kmer_length', /^words of residues/],
    ['protein', { gap_open: 8 }, 'settings.gap_open', /^MMseqs2 has no statistics for BLOSUM62 .* is at least 9$/],
    ['protein', { gap_extend: 0 }, 'settings.gap_open', /costs 11,0: gap_extend is at least 1$/],
    ['dna', { matrix: 'PAM30' }, 'settings.matrix', /^DNA that is compared base by base/],
    ['dna', { iterations: 2 }, 'settings.iterations', /^profiles are made of proteins only: set 1, or translate/],
    ['protein', { columns: ['taxid'] }, 'settings.columns[0]', /^'taxid' is not a column; choose from query, /],
  ])('searches of %s with %j', (kind, settings, path, message) => {
    const text = kind === 'dna' ? dna : protein;
    const inputs = [searchInput('queries', text, kind), searchInput('database', text, kind)];
    expect(checkRequest(contract, check, inputs, settings).verdict.problems).toEqual([
      { path, message: expect.stringMatching(message) },
    ]);
  });
});

it('takes longer words for larger databases of bases, up to 14', () => {
  // 4^10, 4^11 and 4^12 are 1, 4.2 and 16.8 million.
  expect([1, 1_000_000, 1_100_000, 4_000_000, 17_000_000, 1e11].map(lengthOfWords)).toEqual([11, 11, 12, 12, 14, 14]);
});
