import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { parseAlignment } from '../shared/msa/parseAlignment.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { trimmed } from './testing/trimmedByTrimal.ts';
import { contract } from './tool.ts';
import { type TrimOptions, trim } from './trim.ts';

const tool = { contract, check, run };
const msa = (text: string) => ({ id: 'in1', slotId: 'alignment', kind: 'msa', format: 'AFA', text });
const globins = msa(readTestData('globins45.mafft.afa'));

describe('known answers', () => {
  it.each([
    [0.1, 139],
    [0.5, 147],
    [1, 154],
  ])('of 154 columns of globins, gaps of at most %d leave %d', async (max_gap_fraction, columns_out) => {
    const done = await checkAndRun(tool, [globins], { max_gap_fraction });
    expect(done.values('report')).toEqual([{ columns_in: 154, columns_out, rows_in: 45, rows_out: 45 }]);
    const { records, problems } = parseAlignment(done.files[0]!.text, 'AFA', {
      maxRecords: 45,
      maxColumns: columns_out,
    });
    expect(problems.messages).toEqual([]);
    expect(new Set(records.map(({ row }) => row.length))).toEqual(new Set([columns_out]));
  });

  it('drops short rows after the columns, and always drops rows without a residue', async () => {
    const text = '>a\nMKVA--\n>b\nMKVA--\n>c\nM--A--\n>d\n----WW\n';
    const one = await checkAndRun(tool, [msa(text)]);
    expect(one.files[0]!.text).toBe('>a\nMKVA\n>b\nMKVA\n>c\nM--A\n');
    const two = await checkAndRun(tool, [msa(text)], { min_row_coverage: 0.6 });
    expect(two.values('report')).toEqual([{ columns_in: 6, columns_out: 4, rows_in: 4, rows_out: 2 }]);
  });
});

describe('columns of trimAl', () => {
  /** Parses `1-3,7` to a list of numbers. */
  const ranges = (text: string) =>
    text.split(',').flatMap((part) => {
      const [from, to = from] = part.split('-').map(Number) as [number, number?];
      return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    });
  const columnsOf = (rows: string[], options: object) =>
    trim(rows, { ...plain, ...options } as TrimOptions).columns.map((i) => i + 1);
  const globinRows = parseAlignment(globins.text, 'AFA', { maxRecords: 45, maxColumns: 154 }).records.map(
    ({ row }) => row,
  );

  // pytrimal 0.8.5 (trimAl 2): AutomaticTrimmer(method).trim(alignment).residues_mask
  it.each([
    ['gappyout', '1,3-148'],
    ['strict', '1-20,26-42,46-119,123-136,138-148'],
    ['strictplus', '1-20,26-42,46-119,123-136,138-148'],
    ['automated1', '1-20,26-42,46-119,123-136,138-148'],
  ])('of 45 globins are kept by %s', (method, expected) => {
    expect(columnsOf(globinRows, { method })).toEqual(ranges(expected));
  });

  it.each(trimmed)('of $name are kept by every method', ({ rows, alphabet, columns }) => {
    for (const [method, expected] of Object.entries(columns))
      expect([method, ...columnsOf(rows, { method, alphabet })]).toEqual([method, ...ranges(expected)]);
  });

  it('stay between the first and the last column without a gap with terminal_only', () => {
    const rows = ['--ACD-EF-', '-KACD-EF-', 'MKACDWEFY', '--ACDWEFY'];
    expect(columnsOf(rows, { max_gap_fraction: 0 })).toEqual([3, 4, 5, 7, 8]);
    expect(columnsOf(rows, { max_gap_fraction: 0, terminal_only: true })).toEqual([3, 4, 5, 6, 7, 8]);
  });
});

describe('cases', () => {
  const caseOf = (name: string) => msa(readTestData(`cases/sequence/${name}`));

  it('case T02: drops columns with only gaps, even at max_gap_fraction 1, as trimAl does', async () => {
    const done = await checkAndRun(tool, [caseOf('t02_allgap.afa')], { max_gap_fraction: 1 });
    expect(done.files[0]!.text).toBe('>a\nACDE\n>b\nACDE\n>c\nAGD-\n');
    expect(done.files.find(({ port }) => port === 'kept_columns')!.text).toBe(
      'column\tbefore\n1\t1\n2\t2\n3\t5\n4\t6\n',
    );
    expect(done.values('left_out')).toEqual([
      { of: 'in1', what: 'column', name: '3, 4', count: 2, reason: 'has gaps alone' },
    ]);
  });

  it('case T04: reads a stop mark in an alignment as an unknown residue, with a warning', async () => {
    const done = await checkAndRun(tool, [caseOf('t04_star.afa')]);
    expect(done.values('report')).toMatchObject([{ columns_out: 6, rows_out: 3 }]);
    expect(done.values('warnings')).toMatchObject([
      { of: 'a', line: 2 },
      { of: 'c', line: 6 },
    ]);
  });

  it('keeps whole headers that share the first word, in every format', async () => {
    const done = await checkAndRun(tool, [caseOf('g12_same_first_word.afa')], { output: 'nexus' });
    expect(done.files[0]!.text).toContain('>Homo sapiens isolate 2\n');
    expect(done.files.find(({ port }) => port === 'formatted')!.text).toContain('Homo_sapiens_isolate_2 ');
  });
});

describe('refusals', () => {
  it.each([
    ['empty', '', 'the content is empty'],
    ['junk', 'hello', "line 1: a FASTA record starts with '>', found 'h'"],
    ['rows of different lengths', '>a\nMK\n>b\nM', 'line 3: row 2 has 1 columns, row 1 has 2'],
    ['one row', '>a\nMK', "slot 'alignment' needs at least 2 records"],
  ])('%s', (_, text, message) => {
    expect(checkRequest(contract, check, [msa(text)], {}).verdict.problems).toMatchObject([{ message }]);
  });

  it.each([
    ['max_gap_fraction', 0.2, 'no column is left: all have gaps in more than 0.2 of the rows'],
    ['min_row_coverage', 1, 'no row is left: all have residues in less than 1 of the columns'],
  ])('an alignment of which nothing is left by %s, before the charge', (name, value, message) => {
    const diagonal = [msa('>a\nM-\n>b\n-K\n')];
    const { problems } = checkRequest(contract, check, diagonal, { [name]: value }).verdict;
    expect(problems).toEqual([{ path: `settings.${name}`, message }]);
  });
});

const plain: TrimOptions = {
  ...{ method: 'gaps', alphabet: 'auto' },
  ...{ max_gap_fraction: 0.5, min_row_coverage: 0, terminal_only: false },
};

it('refuses strict for more pairs of rows than it can compare', () => {
  const text = Array.from({ length: 2000 }, (_, i) => `>r${i}\n${'ACDEF'.repeat(200)}\n`).join('');
  const { problems } = checkRequest(contract, check, [msa(text)], { method: 'strict' }).verdict;
  expect(problems).toMatchObject([{ path: 'settings.method', message: expect.stringContaining('use gappyout') }]);
});

it('keeps the order, and trims nothing again at the same limit when all rows stay', () => {
  const alignment = fc
    .integer({ min: 1, max: 8 })
    .chain((n) => fc.array(fc.stringMatching(new RegExp(`^[AC-]{${n}}$`)), { minLength: 2, maxLength: 6 }));
  fc.assert(
    fc.property(alignment, fc.double({ min: 0, max: 1, noNaN: true }), (rows, max_gap_fraction) => {
      const options = { ...plain, max_gap_fraction };
      const found = trim(rows, options);
      const trimmed = found.rows.map((i) => found.columns.map((column) => rows[i]![column]).join(''));
      for (const list of [found.rows, found.columns]) expect(list).toEqual([...list].sort((a, b) => a - b));
      if (found.rows.length === rows.length && found.columns.length > 0)
        expect(trim(trimmed, options).columns).toHaveLength(found.columns.length);
    }),
  );
});
