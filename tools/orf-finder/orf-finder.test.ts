import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { checkAndRun } from '../shared/testRun.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { findOrfs, translate } from './findOrfs.ts';
import { encodeDna, reverseComplement, startsOf, translation } from './geneticCode.ts';
import { run } from './run.ts';
import { contract, type orf } from './tool.ts';

const tool = { contract, check, run };
type Orf = Static<typeof orf>;

const dna = (text: string) => ({ id: 'in1', slotId: 'sequences', kind: 'dna', format: 'FASTA', text });

/** One codon of each amino acid. */
const codons: Record<string, string> = {
  ...{ A: 'GCT', C: 'TGC', D: 'GAC', E: 'GAA', F: 'TTC', G: 'GGC', H: 'CAC', I: 'ATC', K: 'AAA', L: 'CTC' },
  ...{ M: 'ATG', N: 'AAC', P: 'CCC', Q: 'CAA', R: 'CGC', S: 'TCC', T: 'ACC', V: 'GTC', W: 'TGG', Y: 'TAC' },
};
const protein = readTestData('ubiquitin.fasta').split('\n').slice(1).join('');
const gene = `${[...protein].map((letter) => codons[letter]).join('')}TAA`;
const complement = (text: string) =>
  [...text]
    .reverse()
    .map((letter) => 'TGCA'['ACGT'.indexOf(letter)])
    .join('');

describe('known answers', () => {
  it('finds the 59 reading frames of plasmid pPCP1 that EMBOSS getorf finds', async () => {
    const done = await checkAndRun(tool, [dna(readTestData('NC_005816.fna'))]);
    const orfs = done.values<Orf>('orfs');
    expect(orfs).toHaveLength(59);
    expect(orfs[0]).toMatchObject({ strand: '-', start: 4815, end: 5888, aa: 357 });
    expect(orfs[1]).toMatchObject({ strand: '+', start: 87, end: 1109, aa: 340 });
  });

  it.each(['+', '-'] as const)('finds the gene of ubiquitin on strand %s, in each frame', async (strand) => {
    for (const before of ['', 'C', 'CC']) {
      const text = `${before}${strand === '+' ? gene : complement(gene)}CCCC`;
      const done = await checkAndRun(tool, [dna(`>plasmid\n${text}`)]);
      const start = before.length + 1;
      const frame = strand === '+' ? before.length + 1 : 2;
      expect(done.values<Orf>('orfs')[0]).toEqual({
        id: 'plasmid_orf1',
        sequence: 'plasmid',
        strand,
        frame,
        start,
        end: start + gene.length - 1,
        aa: 76,
        complete: true,
      });
      expect(done.items[0]!.place.rank).toBe(1);
      const [proteins, gff] = done.files;
      expect(proteins!.text.split('\n').slice(1, 3).join('')).toBe(protein);
      expect(gff!.text.split('\n').slice(0, 2)).toEqual([
        '##gff-version 3',
        `##sequence-region plasmid 1 ${text.length}`,
      ]);
      expect(gff!.text).toContain(
        `plasmid\trotamer\tORF\t${start}\t${start + 230}\t.\t${strand}\t0\tID=plasmid_orf1\n`,
      );
    }
  });

  it('goes on to the end of the sequence where there is no stop', async () => {
    const done = await checkAndRun(tool, [dna(`>a\n${gene.slice(0, -3)}`)]);
    expect(done.values<Orf>('orfs')[0]).toMatchObject({ start: 1, end: 228, aa: 76, complete: false });
  });

  it.each([
    ['ATG', 11, []],
    ['ATG+alt', 11, ['GTG']],
    ['ATG+alt', 1, []],
  ])('starts with %s of table %d', async (start, table, expected) => {
    const text = `>a\nGTG${'GCT'.repeat(20)}TAA`;
    const done = await checkAndRun(tool, [dna(text)], { start, table, min_aa: 10 });
    const own = done.values<Orf>('orfs').filter(({ strand, frame }) => strand === '+' && frame === 1);
    expect(own).toHaveLength(expected.length);
    if (expected.length > 0) expect(done.files[0]!.text).toMatch(/\nMAAAA/);
    else expect(done.files.map(({ port }) => port)).toContain('gff');
  });

  it('reads ambiguous codons that have one meaning, and X otherwise', () => {
    const read = (codon: string) =>
      translate(encodeDna(`ATG${codon}`), { frame: 1, start: 0, end: 6, complete: false })[1];
    expect(['GCN', 'TAR', 'TTY', 'MGR', 'NNN', 'TRA', 'UUU'].map(read)).toEqual(['A', '*', 'F', 'R', 'X', '*', 'F']);
    expect(translation).toHaveLength(4096);
  });
});

describe('outputs', () => {
  it('ranks over all sequences, longest first, and escapes names in GFF3', async () => {
    const done = await checkAndRun(tool, [dna(`>a;=%\nATG${'GCT'.repeat(12)}TAA\n>b\n${gene}`)], { min_aa: 12 });
    const rows = done.values<Orf>('orfs');
    expect(rows[0]).toMatchObject({ id: 'b_orf1' });
    expect(rows.map(({ aa }) => aa)).toEqual(rows.map(({ aa }) => aa).sort((a, b) => b - a));
    expect(done.files[1]!.text).toMatch(/^a%3B%3D%25\trotamer\tORF\t1\t42\t.*ID=a%3B%3D%25_orf\d+$/m);
  });

  it('keeps what it had when it is stopped', async () => {
    const stop = new AbortController();
    const text = `>a\n${gene}\n>b\n${gene}`;
    const done = await checkAndRun(tool, [dna(text)], {}, { signal: stop.signal, onProgress: () => stop.abort() });
    expect(new Set(done.values<Orf>('orfs').map(({ sequence }) => sequence))).toEqual(new Set(['a']));
  });
});

it.each([
  ['empty', '', 'the content is empty'],
  ['wrong alphabet', '>a\nACGTZ', "line 2: character 'Z' is not a nucleotide code"],
  ['junk', 'hello', "line 1: a FASTA record starts with '>', found 'h'"],
  ['an empty record', '>a\n>b\nACGT', "line 1: record 'a' has no residues"],
])('refuses %s', (_, text, message) => {
  expect(checkRequest(contract, check, [dna(text)], {}).verdict.problems).toMatchObject([{ message }]);
});

describe('properties', () => {
  const anyDna = fc.stringMatching(/^[ACGTN]{1,200}$/);
  const starts = startsOf(11, 'ATG');

  it('the reverse complement of the reverse complement is the sequence', () => {
    fc.assert(
      fc.property(anyDna, (text) => {
        expect(reverseComplement(reverseComplement(encodeDna(text)))).toEqual(encodeDna(text));
      }),
    );
  });

  it('each reading frame starts with M, has no stop within, and what is complete ends with one', () => {
    fc.assert(
      fc.property(anyDna, (text) => {
        const codes = encodeDna(text);
        for (const one of findOrfs(codes, starts, 1)) {
          expect(text.slice(one.start, one.start + 3)).toBe('ATG');
          expect((one.end - one.start) % 3).toBe(0);
          expect(translate(codes, one)).toMatch(/^M[^*]*$/);
          if (one.complete) expect(text.slice(one.end - 3, one.end)).toMatch(/^(TAA|TAG|TGA)$/);
          else expect(one.end).toBeGreaterThan(text.length - 3);
        }
      }),
    );
  });
});
