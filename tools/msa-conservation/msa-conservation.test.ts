import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { type Column, columnsOf } from './conservation.ts';
import { run } from './run.ts';
import { contract, type summary } from './tool.ts';

const tool = { contract, check, run };

const msa = (text: string, format = 'AFA') => ({ id: 'in1', slotId: 'alignment', kind: 'msa', format, text });
const globins = msa(readTestData('globins45.mafft.afa'));

describe('known answers', () => {
  it('the alignment of 45 globins', async () => {
    const done = await checkAndRun(tool, [globins]);
    const columns = done.values<Column>('columns');
    const invariant = columns.filter(({ frequency }) => frequency === 1);
    expect(invariant.map(({ consensus, column }) => `${consensus}${column}`)).toEqual(
      'G26 L30 P38 F44 L90 H94 Y147'.split(' '),
    );
    for (const column of invariant) expect(column).toMatchObject({ entropy_bits: 0, gap_fraction: 0 });
    expect(done.values<Static<typeof summary>>('summary')).toEqual([
      {
        rows: 45,
        columns: 154,
        alphabet: 'protein',
        invariant_columns: 7,
        columns_with_few_gaps: 139,
        mean_entropy_bits: expect.closeTo(1.5, 0),
        mean_identity: expect.closeTo(0.5, 1),
        consensus_length: 147,
      },
    ]);
    const matrix = done.files
      .find(({ port }) => port === 'identity_matrix')!
      .text.trimEnd()
      .split('\n');
    expect(matrix.map((line) => line.split('\t').length)).toEqual(Array.from({ length: 46 }, () => 46));
    expect(done.reports.at(-1)).toEqual({ done: 154, total: 154 });
  });

  it('four rows by hand', async () => {
    const done = await checkAndRun(tool, [msa('CLUSTAL\n\na MAW-\nb MAC-\nc MGC-\nd M--A\n', 'CLUSTAL')]);
    // Divergences: scipy.spatial.distance.jensenshannon, squared, base 2.
    const rows = done.values<Column>('columns');
    expect(rows.map((row) => [row.consensus, row.frequency, row.known, row.gap_fraction])).toEqual([
      ['M', 1, 4, 0],
      ['A', 0.5, 3, 0.25],
      ['C', 0.5, 3, 0.25],
      ['A', 0.25, 1, 0.75],
    ]);
    expect(rows.map((row) => [row.frequency_of_known, row.entropy_bits, row.js_divergence])).toEqual([
      [1, 0, 0.918041],
      [0.666667, 0.918296, 0.502707],
      [0.666667, 0.918296, 0.662016],
      [1, 0, 0.199589],
    ]);
    const [consensus, matrix] = done.files;
    expect(consensus!.text).toBe('>consensus\nMAC\n');
    expect(matrix!.text.split('\n').slice(0, 2)).toEqual(['\ta\tb\tc\td', 'a\t1\t0.6667\t0.3333\t1']);
  });
});

const fromCase = (file: string) => msa(readTestData(`cases/sequence/${file}`));

describe('unknown residues', () => {
  it('case V01: X and B do not count as residues', async () => {
    const done = await checkAndRun(tool, [fromCase('v01_X.afa')]);
    expect(done.values<Column>('columns')).toMatchObject([
      { consensus: 'A', frequency: 1, known: 4 },
      { consensus: 'A', frequency: 0.25, frequency_of_known: 1, known: 1, entropy_bits: 0, gap_fraction: 0 },
      { consensus: 'A', frequency: 1, known: 4 },
      { consensus: 'N', frequency: 0.75, frequency_of_known: 1, known: 3, entropy_bits: 0 },
    ]);
    const matrix = done.files
      .find(({ port }) => port === 'identity_matrix')!
      .text.trimEnd()
      .split('\n');
    expect(matrix[1]).toBe('a\t1\t1\t1\t1');
    expect(done.values('left_out')).toMatchObject([
      { of: 'b', what: 'residue', name: 'X2' },
      { of: 'c', name: 'X2, B4' },
      { of: 'd', name: 'X2' },
    ]);
  });

  it('masked DNA is read as DNA, and has a consensus of DNA', async () => {
    const masked = `>a\nACGTXXXXACGTACGTACGTACGT\n>b\n${'ACGT'.repeat(6)}\n`;
    const done = await checkAndRun(tool, [msa(masked)]);
    expect(done.values('summary')).toMatchObject([{ alphabet: 'dna', mean_identity: 1 }]);
    expect(done.values('left_out')).toMatchObject([{ of: 'a', name: 'X5-8', count: 4 }]);
    expect(done.values('warnings')).toHaveLength(1);
    const { text } = done.files.find(({ port }) => port === 'consensus_nucleotides')!;
    expect(text).toBe(`>consensus\n${'ACGT'.repeat(6)}\n`);
  });

  it('case V06: a masked tail is not conserved', async () => {
    const done = await checkAndRun(tool, [fromCase('v06_masked_half.afa')]);
    const columns = done.values<Column>('columns').slice(5);
    expect(columns.map(({ consensus }) => consensus).join('')).toBe('GDEF');
    for (const column of columns) expect(column).toMatchObject({ known: 1, frequency: 0.25, gap_fraction: 0 });
    const matrix = done.files.find(({ port }) => port === 'identity_matrix')!.text.split('\n');
    expect(matrix[1]!.split('\t').slice(0, 3)).toEqual(['a', '1', '0.8']);
    const picture = done.files.find(({ port }) => port === 'picture')!.text;
    expect(picture).toContain('Fraction of all rows');
  });

  it('case V08: U is T, in lower case as well', async () => {
    const done = await checkAndRun(tool, [fromCase('v08_dna_lower_U.afa')]);
    const columns = done.values<Column>('columns');
    expect(columns.map(({ consensus, frequency, entropy_bits }) => [consensus, frequency, entropy_bits])).toEqual(
      [...'ACGT'].map((base) => [base, 1, 0]),
    );
    expect(done.values('summary')).toMatchObject([{ alphabet: 'dna', invariant_columns: 4, mean_identity: 1 }]);
    expect(done.values('left_out')).toEqual([]);
  });

  it.each([...'RYSWKMBDHVN'])('%s of nucleotides is not counted', (code) => {
    const columns = [...columnsOf([`ACGT${code}`, `ACGT${code}`, 'ACGTA'], { kind: 'dna' })];
    expect(columns[4]).toMatchObject({ consensus: 'A', known: 1, frequency_of_known: 1, entropy_bits: 0 });
  });

  it.each([...'XBZJ'])('%s of proteins is not counted, and a column of it has no consensus', (code) => {
    const columns = [...columnsOf([`${code}${code}-`, `K${code}-`, `${code}${code}-`], { kind: 'protein' })];
    expect(columns).toMatchObject([
      { consensus: 'K', known: 1, entropy_bits: 0 },
      { consensus: 'X', known: 0, frequency: 0, frequency_of_known: null, entropy_bits: null, js_divergence: null },
      { consensus: '-', known: 0, frequency: 0, gap_fraction: 1 },
    ]);
  });

  it('warns when nucleotides may be proteins', async () => {
    const done = await checkAndRun(tool, [msa('>a\nACGTACGR\n>b\nACGTACGA\n')]);
    expect(done.values('warnings')).toMatchObject([
      { warning: expect.stringMatching(/^the rows are read as nucleotides/) },
    ]);
    const told = await checkAndRun(tool, [msa('>a\nACGTACGR\n>b\nACGTACGA\n')], { alphabet: 'protein' });
    expect(told.values('warnings')).toEqual([]);
    expect(told.values<Column>('columns')[7]).toMatchObject({ known: 2, frequency: 0.5 });
  });
});

it('weights of Henikoff are lower for similar rows', async () => {
  // The weights 8/37, 6/37, 8/37 and 15/37 were computed by hand; divergences are from scipy.
  const text = 'CLUSTAL\n\na MAW-\nb MAC-\nc MGC-\nd M--A\n';
  const done = await checkAndRun(tool, [msa(text, 'CLUSTAL')], { weights: 'henikoff' });
  const columns = done.values<Column>('columns');
  expect(columns.map((one) => one.entropy_bits)).toEqual([0, 0.94566, 0.94566, 0]);
  expect(columns.map((one) => one.js_divergence)).toEqual([0.918041, 0.397236, 0.5248, 0.323658]);
});

describe('outputs', () => {
  it('leaves the matrix out when it is not wanted', async () => {
    const done = await checkAndRun(tool, [globins], { matrix: false });
    expect(done.files.map(({ port }) => port)).toEqual(['consensus', 'picture']);
    expect(done.values('summary')).toMatchObject([{ mean_identity: null }]);
  });

  it('keeps the finished columns when it is stopped', async () => {
    const stop = new AbortController();
    const wide = msa(`>a\n${'M'.repeat(2000)}\n>b\n${'M'.repeat(2000)}\n`);
    const done = await checkAndRun(tool, [wide], {}, { signal: stop.signal, onProgress: () => stop.abort() });
    expect(done.values('columns')).toHaveLength(500);
  });
});

describe('refusals', () => {
  const problems = (text: string, settings = {}) =>
    checkRequest(contract, check, [msa(text)], settings).verdict.problems;

  it.each([
    ['empty', '', 'the content is empty'],
    ['junk', 'hello', "line 1: a FASTA record starts with '>', found 'h'"],
    ['rows of different lengths', '>a\nMK\n>b\nM', 'line 3: row 2 has 1 columns, row 1 has 2'],
    ['one row', '>a\nMK', "slot 'alignment' needs at least 2 records"],
  ])('%s', (_, text, message) => {
    expect(problems(text)).toMatchObject([{ message }]);
  });

  it('a matrix that takes too long', () => {
    const large = Array.from({ length: 1000 }, (_, i) => `>${i}\n${'M'.repeat(9000)}\n`).join('');
    expect(problems(large)).toMatchObject([
      { path: 'settings.matrix', message: expect.stringMatching(/set matrix to false$/) },
    ]);
    expect(problems(large, { matrix: false })).toEqual([]);
  });
});

it('is independent of row order, with entropy between 0 and log2 of the letters', () => {
  const rows = fc
    .integer({ min: 1, max: 8 })
    .chain((n) => fc.array(fc.stringMatching(new RegExp(`^[ACD-]{${n}}$`)), { minLength: 2, maxLength: 8 }));
  fc.assert(
    fc.property(rows, (rows) => {
      const columns = [...columnsOf(rows, { kind: 'protein' })];
      expect([...columnsOf(rows.toReversed(), { kind: 'protein' })]).toEqual(columns);
      for (const column of columns) {
        expect(column.entropy_bits ?? 0).toBeGreaterThanOrEqual(0);
        expect(column.entropy_bits ?? 0).toBeLessThanOrEqual(Math.log2(3) + 1e-6);
        expect(column.frequency + column.gap_fraction).toBeLessThanOrEqual(1 + 1e-6);
      }
    }),
  );
});
