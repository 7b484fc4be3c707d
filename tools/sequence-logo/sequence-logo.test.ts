import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { AMINO_ACIDS } from '../shared/residueCodes.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { letterLines } from './letters.ts';
import { run } from './run.ts';
import { contract, type logoColumn } from './tool.ts';

const tool = { contract, check, run };
type Column = Static<typeof logoColumn>;
const msa = (text: string) => ({ id: 'in1', slotId: 'alignment', kind: 'msa', format: 'AFA', text });
const columnsOf = async (text: string, settings = {}) =>
  (await checkAndRun(tool, [msa(text)], settings)).values<Column>('columns');

/** Columns AAAC, AAAA, AACC, ACGT, and A with three gaps. */
const rows = '>1\nAAAAA\n>2\nAAAC-\n>3\nAACG-\n>4\nCACT-\n';

it('warns that a logo of one row has no height', async () => {
  const done = await checkAndRun(tool, [msa('>a\nMKVWSTN\n')]);
  expect(done.values('warnings')).toMatchObject([{ warning: expect.stringMatching(/small_sample$/) }]);
  expect((await checkAndRun(tool, [msa(rows)])).values('warnings')).toEqual([]);
});

describe('known answers', () => {
  // WebLogo 3 `LogoData.from_counts` without a prior, in bits.
  it('gives the information of WebLogo without a prior', async () => {
    const found = await columnsOf(rows, { alphabet: 'dna', small_sample: false });
    expect(found.map((column) => column.information_bits)).toEqual([1.188722, 2, 1, 0, 2]);
    expect(found[0]!.heights).toEqual({ A: 0.891541, C: 0.29718 });
  });

  it('corrects small samples as Schneider does: (s - 1) / (2 ln 2 n) bits for s letters', async () => {
    const found = await columnsOf(rows, { alphabet: 'dna' });
    expect(found.map((column) => column.correction_bits)).toEqual([0.541011, 0.541011, 0.541011, 0.541011, 2.164043]);
    expect(found.map((column) => column.information_bits)).toEqual([0.647711, 1.458989, 0.458989, 0, 0]);
    const [protein] = await columnsOf('>a\nW\n>b\nW\n', { alphabet: 'protein' });
    expect(protein!.correction_bits).toBeCloseTo(19 / (2 * Math.LN2 * 2), 6);
  });

  it('finds the histidine of the heme in 45 globins', async () => {
    const found = await columnsOf(readTestData('globins45.mafft.afa'));
    const height = Math.log2(20) - 19 / (2 * Math.LN2 * 45);
    expect(found[93]).toMatchObject({ known: 45, entropy_bits: 0, heights: { H: expect.closeTo(height, 5) } });
  });
});

describe('unknown residues', () => {
  it.each([...'RYSWKMBDHVN-'])('does not count %s of nucleotides', async (code) => {
    const [column] = await columnsOf(`>a\n${code}A\n>b\nAA\n>c\nAA\n`, { alphabet: 'dna', small_sample: false });
    expect(column).toMatchObject({ known: 2, entropy_bits: 0, heights: { A: 2 } });
  });

  it('does not count X, B, Z and J of proteins, and gives a column of them no stack', async () => {
    const done = await checkAndRun(tool, [msa('>a\nXXK\n>b\nBXK\n>c\nWJK\n')]);
    expect(done.values<Column>('columns')).toMatchObject([
      { known: 1, heights: { W: expect.any(Number) } },
      { known: 0, entropy_bits: null, information_bits: 0, heights: {} },
      { known: 3 },
    ]);
    expect(done.values('left_out')).toHaveLength(3);
  });

  it('reads U as T', async () => {
    const [column] = await columnsOf('>a\nU\n>b\nt\n', { alphabet: 'dna', small_sample: false });
    expect(column!.heights).toEqual({ T: 2 });
  });
});

describe('the picture', () => {
  it.each([...AMINO_ACIDS])('has the letter %s', (letter) => expect(letterLines[letter]).toMatch(/^M/));

  const letters = (svg: string) => [
    ...svg.matchAll(/<path data-letter="(\w)" transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+) ([\d.]+)\)"/g),
  ];

  it('has each letter at its own place, the largest on top, as high as its bits', async () => {
    const done = await checkAndRun(tool, [msa(rows)], { alphabet: 'dna', small_sample: false });
    const svg = done.files.find(({ port }) => port === 'picture')!.text;
    const first = letters(svg).slice(0, 2);
    expect(first.map((match) => match[1])).toEqual(['C', 'A']);
    // One place, 120 pixels for 2 bits, letters of 100 units.
    expect(first[0]![2]).toBe(first[1]![2]);
    const heights = first.map((match) => 100 * Number(match[5]));
    expect(heights[0]).toBeCloseTo((0.29718 / 2) * 120, 1);
    expect(heights[1]).toBeCloseTo((0.891541 / 2) * 120, 1);
    const tops = first.map((match) => Number(match[3]));
    expect(tops[0]! - tops[1]!).toBeCloseTo(heights[1]!, 1);
    expect(svg).not.toMatch(/ x="[\d.]+ /);
  });

  // ggseqlogo #29, wilzbach/msa #265, Biotite #470: one row with a letter looked like eighteen.
  it('is narrower where rows have gaps, as that of WebLogo 3', async () => {
    const text = Array.from({ length: 18 }, (_, i) => `>s${i}\n${i === 0 ? 'A' : '-'}G\n`).join('');
    const done = await checkAndRun(tool, [msa(text)], { alphabet: 'dna', unit: 'probability' });
    const [rare, full] = letters(done.files.find(({ port }) => port === 'picture')!.text);
    expect([rare![1], full![1]]).toEqual(['A', 'G']);
    expect(Number(rare![4]) / Number(full![4])).toBeCloseTo(1 / 18, 2);
    expect(rare![5]).toBe(full![5]);
  });

  it('has the requested columns, whole stacks of probability, and a note of omitted columns', async () => {
    const part = await checkAndRun(tool, [msa(rows)], { alphabet: 'dna', first: 2, last: 2, unit: 'probability' });
    const svg = part.files.find(({ port }) => port === 'picture')!.text;
    expect(letters(svg)).toHaveLength(1);
    const wide = `>a\n${'W'.repeat(2000)}\n>b\n${'W'.repeat(2000)}\n`;
    const long = (await checkAndRun(tool, [msa(wide)], { small_sample: false })).files.find(
      ({ port }) => port === 'picture',
    )!;
    expect(long.text).toContain('Shown are the first 600 of 2000 columns.');
    expect(long.text.length).toBeLessThan(1024 * 1024);
  });
});

it('does not depend on order, names and case', async () => {
  const turned = rows
    .split(/^(?=>)/m)
    .toReversed()
    .join('')
    .replaceAll(/^>/gm, '>row')
    .toLowerCase();
  expect(await columnsOf(turned, { alphabet: 'dna' })).toEqual(await columnsOf(rows, { alphabet: 'dna' }));
});

it.each([
  ['empty', '', {}, 'the content is empty'],
  ['columns that are not there', '>a\nMK\n', { first: 3 }, 'the picture begins with column 3, but ends with column 2'],
])('refuses %s', (_, text, settings, message) => {
  expect(checkRequest(contract, check, [msa(text)], settings).verdict.problems).toMatchObject([{ message }]);
});
