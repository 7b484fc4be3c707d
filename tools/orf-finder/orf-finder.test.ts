import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { encodeDna, reverseComplement, startsOf } from '../shared/geneticCodes.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { basesOf, findOrfs, translate } from './findOrfs.ts';
import { withoutNested } from './nested.ts';
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

describe('nested frames', () => {
  const of = (...places: [start: number, end: number][]) =>
    places.map(([start, end]) => ({ sequence: 'a', start, end }));

  it('are within another frame, also over the origin of a circle', () => {
    const frames = of([1, 30], [4, 30], [20, 60], [1, 30], [31, 60], [90, 110], [2, 8]);
    const places = (list: { start: number; end: number }[]) => list.map(({ start, end }) => `${start}-${end}`);
    expect(places(withoutNested(frames))).toEqual(['1-30', '20-60', '90-110']);
    expect(places(withoutNested(of([90, 130], [1, 30], [20, 60]), () => 100))).toEqual(['90-130', '20-60']);
  });

  it('of pPCP1 are dropped by the setting nested', async () => {
    const input = dna(readTestData('NC_005816.fna'));
    const [all, some] = await Promise.all(
      ['keep', 'drop'].map(async (nested) => (await checkAndRun(tool, [input], { nested })).values<Orf>('orfs')),
    );
    const within = (a: Orf, b: Orf) => a.start >= b.start && a.end <= b.end && (a.start !== b.start || a.end !== b.end);
    const kept = all!.filter((one) => !all!.some((other) => within(one, other)));
    expect(some!.map(({ start, end }) => [start, end])).toEqual(kept.map(({ start, end }) => [start, end]));
    expect(some!.length).toBeLessThan(59);
  });
});

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
      const [proteins, , gff] = done.files;
      expect(proteins!.text.split('\n').slice(1, 3).join('')).toBe(protein);
      expect(gff!.text.split('\n').slice(0, 2)).toEqual([
        '##gff-version 3',
        `##sequence-region plasmid 1 ${text.length}`,
      ]);
      expect(gff!.text).toContain(
        `plasmid\trotamer\tORF\t${start}\t${start + 230}\t.\t${strand}\t0\tID=plasmid_orf1;frame=${strand}${frame};transl_table=11\n`,
      );
    }
  });

  it('ends a frame without a stop at the end of the sequence', async () => {
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
});

const fromCase = (file: string) => dna(readTestData(`cases/sequence/${file}`));

describe('codes and circles', () => {
  it('case O06: UGA is tryptophan in code 4', async () => {
    const done = await checkAndRun(tool, [fromCase('o06_table4.fasta')], { table: 4, min_aa: 10 });
    const own = done.values<Orf>('orfs').filter(({ strand, frame }) => strand === '+' && frame === 1);
    expect(own).toMatchObject([{ start: 1, end: 54, aa: 17, complete: true }]);
    expect(done.files[0]!.text).toContain('\nMAWAWAWAWAWAWAWAW\n');
  });

  it('case O07: finds a frame over the origin of a circle', async () => {
    const circle = await checkAndRun(tool, [fromCase('o07_circular.fasta')], { circular: true, min_aa: 10 });
    const row = circle.values<Orf>('orfs').find(({ strand, complete }) => strand === '+' && complete)!;
    // ATG at base 43, the stop at bases 34 to 36 after the origin, length 72. Translated by Biopython 1.88.
    expect(row).toMatchObject({ start: 43, end: 72 + 36, aa: 21, frame: 1 });
    const text = readTestData('cases/sequence/o07_circular.fasta').split('\n').slice(1).join('');
    const bases = circle.files[1]!.text.replaceAll('\n', '');
    expect(bases).toContain((text + text).slice(42, 108));
    expect(circle.files[0]!.text).toContain('\nMKRISTTITTTITITTGNGAG\n');
    expect(circle.files[2]!.text).toContain('Is_circular=true');
    const line = await checkAndRun(tool, [fromCase('o07_circular.fasta')], { min_aa: 10 });
    expect(line.values<Orf>('orfs').filter(({ strand, complete }) => strand === '+' && complete)).toEqual([]);
  });

  it.each([0, 1, 2])('finds the same frames wherever a circle is cut, with %d bases more than three', (more) => {
    const text = `CC${gene}${complement(gene)}GG${'C'.repeat(more)}`;
    const starts = startsOf(11, 'ATG');
    const proteins = (cut: number) => {
      const turned = encodeDna(text.slice(cut) + text.slice(0, cut));
      return [turned, reverseComplement(turned)]
        .flatMap((sets) =>
          [...findOrfs(sets, { code: 11, starts, minAminoAcids: 20, circular: true })].map((one) =>
            basesOf(sets, one).join(''),
          ),
        )
        .sort();
    };
    expect(proteins(0).length).toBeGreaterThan(1);
    for (const cut of [1, 50, 199, text.length - 1]) expect(proteins(cut)).toEqual(proteins(0));
  });

  it('ends a frame without a stop after one turn', async () => {
    const done = await checkAndRun(tool, [dna(`>a\nATG${'GCC'.repeat(20)}`)], { circular: true, min_aa: 10 });
    expect(done.values<Orf>('orfs')).toMatchObject([{ start: 1, end: 63, aa: 21, complete: false }]);
  });

  it('warns of codes whose stops depend on the context', async () => {
    const done = await checkAndRun(tool, [dna(`>a\n${gene}`)], { table: 28 });
    expect(done.values('warnings')).toMatchObject([{ warning: expect.stringMatching(/^in code 28, TAA, TAG, TGA/) }]);
  });
});

describe('outputs', () => {
  it('ranks over all sequences, longest first, and escapes names in GFF3', async () => {
    const done = await checkAndRun(tool, [dna(`>a;=%\nATG${'GCT'.repeat(12)}TAA\n>b\n${gene}`)], { min_aa: 12 });
    const rows = done.values<Orf>('orfs');
    expect(rows[0]).toMatchObject({ id: 'b_orf1' });
    expect(rows.map(({ aa }) => aa)).toEqual(rows.map(({ aa }) => aa).sort((a, b) => b - a));
    expect(done.files[2]!.text).toMatch(/^a%3B%3D%25\trotamer\tORF\t1\t42\t.*ID=a%3B%3D%25_orf\d+;frame=/m);
  });

  it('keeps its results when it is stopped', async () => {
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

  it('each frame starts with M and has no stop inside; a complete frame ends with a stop', () => {
    fc.assert(
      fc.property(anyDna, (text) => {
        const codes = encodeDna(text);
        for (const one of findOrfs(codes, { code: 11, starts, minAminoAcids: 1, circular: false })) {
          expect(text.slice(one.start, one.start + 3)).toBe('ATG');
          expect((one.end - one.start) % 3).toBe(0);
          expect(translate(basesOf(codes, one), one.complete, 11)).toMatch(/^M[^*]*$/);
          if (one.complete) expect(text.slice(one.end - 3, one.end)).toMatch(/^(TAA|TAG|TGA)$/);
          else expect(one.end).toBeGreaterThan(text.length - 3);
        }
      }),
    );
  });
});
