import { describe, expect, it } from 'vitest';
import {
  codonAt,
  decodeDna,
  encodeDna,
  exactCodons,
  geneticCodes,
  reverseComplement,
  startsOf,
  translationOf,
} from './geneticCodes.ts';

const read = (codon: string, code = 11) => translationOf(code)[codonAt(encodeDna(codon), 0)];

/**
 * The differences from the standard code, typed from NCBI's Taxonomy pages ("The Genetic Codes", update of 2024-09-23).
 * All 27 codes were also compared with Biopython 1.88 `CodonTable`, and with EMBOSS 6.6 where it has them.
 */
const differences: Record<number, string> = {
  ...{ 1: '', 2: 'AGA* AGG* ATAM TGAW', 3: 'ATAM CTTT CTCT CTAT CTGT TGAW', 4: 'TGAW', 5: 'AGAS AGGS ATAM TGAW' },
  ...{ 6: 'TAAQ TAGQ', 9: 'AAAN AGAS AGGS TGAW', 10: 'TGAC', 11: '', 12: 'CTGS', 13: 'AGAG AGGG ATAM TGAW' },
  ...{ 14: 'AAAN AGAS AGGS TAAY TGAW', 15: 'TAGQ', 16: 'TAGL', 21: 'TGAW ATAM AGAS AGGS AAAN', 22: 'TCA* TAGL' },
  ...{ 23: 'TTA*', 24: 'AGAS AGGK TGAW', 25: 'TGAG', 26: 'CTGA', 27: 'TAGQ TAAQ TGAW', 28: 'TAAQ TAGQ TGAW' },
  ...{ 29: 'TAAY TAGY', 30: 'TAAE TAGE', 31: 'TGAW TAGE TAAE', 32: 'TAGW', 33: 'TAAY TGAW AGAS AGGK' },
};

describe('genetic codes', () => {
  it('are all that NCBI has', () => {
    expect(geneticCodes).toEqual(Object.keys(differences).map(Number));
  });

  it.each(Object.entries(differences))('code %s differs from the standard code in %s', (code, expected) => {
    const found = exactCodons.filter((codon) => read(codon, Number(code)) !== read(codon, 1));
    const described = found.map((codon) => codon + read(codon, Number(code)));
    expect(described.sort()).toEqual(expected.split(' ').filter(Boolean).sort());
  });

  it.each([
    [1, 'TTG CTG ATG'],
    [2, 'ATT ATC ATA ATG GTG'],
    [4, 'TTA TTG CTG ATT ATC ATA ATG GTG'],
    [11, 'TTG CTG ATT ATC ATA ATG GTG'],
    [25, 'TTG ATG GTG'],
  ])('code %d starts with %s', (code, expected) => {
    const all = startsOf(code, 'ATG+alt');
    expect(exactCodons.filter((codon) => all.has(codonAt(encodeDna(codon), 0))).join(' ')).toBe(expected);
  });

  it('reads ambiguous codons that have one meaning, or one of the codes for two, and X otherwise', () => {
    expect(
      ['GCN', 'TAR', 'TTY', 'MGR', 'NNN', 'TRA', 'UUU', 'RAY', 'SAR', 'WTA', 'NAG'].map((codon) => read(codon)),
    ).toEqual([...['A', '*', 'F', 'R', 'X', '*', 'F', 'B', 'Z', 'J', 'X']]);
    expect(['TGR', 'TAR'].map((codon) => read(codon, 4))).toEqual(['W', '*']);
  });

  it('complements every code', () => {
    expect(decodeDna(reverseComplement(encodeDna('ACGTURYSWKMBDHVN')))).toBe('NBDHVKMWSRYAACGT');
  });
});
