import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { checkAndRun } from '../shared/testRun.ts';
import { readTestData } from '../testdata/read.ts';
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
    expect(done.values('columns')).toEqual([
      { column: 1, consensus: 'M', frequency: 1, gap_fraction: 0, entropy_bits: 0 },
      { column: 2, consensus: 'A', frequency: 0.5, gap_fraction: 0.25, entropy_bits: 0.918296 },
      { column: 3, consensus: 'C', frequency: 0.5, gap_fraction: 0.25, entropy_bits: 0.918296 },
      { column: 4, consensus: 'A', frequency: 0.25, gap_fraction: 0.75, entropy_bits: 0 },
    ]);
    const [consensus, matrix] = done.files;
    expect(consensus!.text).toBe('>consensus\nMAC\n');
    expect(matrix!.text.split('\n').slice(0, 2)).toEqual(['\ta\tb\tc\td', 'a\t1\t0.6667\t0.3333\t1']);
  });
});

describe('outputs', () => {
  it('leaves the matrix out when it is not wanted', async () => {
    const done = await checkAndRun(tool, [globins], { matrix: false });
    expect(done.files.map(({ port }) => port)).toEqual(['consensus', 'picture']);
    expect(done.values('summary')).toMatchObject([{ mean_identity: null }]);
  });

  it('keeps what it had when it is stopped', async () => {
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

it('does not depend on the order of the rows, and entropy lies between 0 and log2 of the letters', () => {
  const rows = fc
    .integer({ min: 1, max: 8 })
    .chain((n) => fc.array(fc.stringMatching(new RegExp(`^[ACD-]{${n}}$`)), { minLength: 2, maxLength: 8 }));
  fc.assert(
    fc.property(rows, (rows) => {
      const columns = [...columnsOf(rows)];
      expect([...columnsOf(rows.toReversed())]).toEqual(columns);
      for (const column of columns) {
        expect(column.entropy_bits).toBeGreaterThanOrEqual(0);
        expect(column.entropy_bits).toBeLessThanOrEqual(Math.log2(3) + 1e-6);
        expect(column.frequency + column.gap_fraction).toBeLessThanOrEqual(1 + 1e-6);
      }
    }),
  );
});
