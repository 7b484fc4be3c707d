import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type translation } from './tool.ts';

const tool = { contract, check, run };
type Row = Static<typeof translation>;
const dna = (text: string, kind = 'dna') => ({ id: 'in1', slotId: 'sequences', kind, format: 'FASTA', text });

const proteinsOf = async (text: string, settings = {}) => {
  const done = await checkAndRun(tool, [dna(text)], settings);
  const fasta = done.files[0]!.text.split(/^>/m).slice(1);
  return fasta.map((record) => record.split('\n').slice(1).join(''));
};

describe('known answers', () => {
  // Biopython 1.88, whole codons of both strands. EMBOSS transeq -alternative gives the same, plus one more letter
  // where two bases determine it.
  it('translates all six frames, with IUPAC codes', async () => {
    expect(await proteinsOf('>s\nACGTRYATGAAANNNTGACC', { frame: 'all', stops: 'star' })).toEqual([
      ...['TXMKX*', 'RX*XXD', 'VXEXXT'],
      ...['GXXFXX', 'VXXSXT', 'SXFHXR'],
    ]);
  });

  it('translates the genes that Prodigal finds in pPCP1', async () => {
    const genome = readTestData('NC_005816.fna').split('\n').slice(1).join('');
    const expected = readTestData('NC_005816.faa').split(/^>/m)[1]!.split('\n').slice(1).join('');
    const [protein] = await proteinsOf(`>gene\n${genome.slice(86, 1109)}`, { table: 11 });
    expect(protein).toBe(expected.replace('*', ''));
  });

  it.each([
    [1, 'MA*'],
    [4, 'MAW'],
    [2, 'MAW'],
    [10, 'MAC'],
    [25, 'MAG'],
  ])('reads UGA with code %d as %s', async (table, expected) => {
    expect(await proteinsOf('>s\nAUGGCAUGA', { table, stops: 'star' })).toEqual([expected]);
  });
});

describe('settings', () => {
  it.each([
    ['star', 'M*K*'],
    ['drop_last', 'M*K'],
    ['cut', 'M'],
    ['x', 'MXKX'],
  ])('stops: %s', async (stops, expected) => {
    expect(await proteinsOf('>s\nATGTAAAAATAA', { stops })).toEqual([expected]);
  });

  it('the first codon as methionine', async () => {
    expect(await proteinsOf('>s\nGTGAAAGTG', { table: 11, first_is_met: true })).toEqual(['MKV']);
    expect(await proteinsOf('>s\nGCTAAAGTG', { table: 11, first_is_met: true })).toEqual(['AKV']);
  });

  it('names a protein by its gene or with its frame, and gives its position', async () => {
    const one = await checkAndRun(tool, [dna('>g a gene\nATGAAATT')], { frame: '2' });
    expect(one.values<Row>('translations')).toEqual([
      { id: 'g', sequence: 'g', frame: 2, start: 2, end: 7, codons: 2, aa: 2, stops: 1, unknown: 0, rest: 1 },
    ]);
    expect(one.values('left_out')).toMatchObject([{ of: 'g', name: 'the last 1 base' }]);
    const back = await checkAndRun(tool, [dna('>g\nATGAAATT')], { frame: 'reverse' });
    expect(back.values<Row>('translations').map(({ id, start, end }) => [id, start, end])).toEqual([
      ['g_-1', 3, 8],
      ['g_-2', 2, 7],
      ['g_-3', 1, 6],
    ]);
  });

  it('lists frames without a codon, and warns of stops that may not be stops', async () => {
    const done = await checkAndRun(tool, [dna('>a\nAC\n>b\nATGAAA')], { table: 28 });
    expect(done.values('left_out')).toMatchObject([{ of: 'a', what: 'record' }]);
    expect(done.values('warnings')).toHaveLength(1);
  });
});

it.each([
  ['empty', '', 'the content is empty'],
  ['a protein', '>a\nMKVWE', "line 2: character 'E' is not a nucleotide code"],
  ['no codon', '>a\nAC', 'no sequence has a whole codon: the frame needs 3 bases'],
])('refuses %s', (_, text, message) => {
  expect(checkRequest(contract, check, [dna(text)], {}).verdict.problems).toMatchObject([{ message }]);
});

it('does not depend on case, U or T, names and order', async () => {
  const anyDna = fc.stringMatching(/^[ACGTRYN]{3,40}$/);
  await fc.assert(
    fc.asyncProperty(anyDna, anyDna, async (a, b) => {
      const settings = { frame: 'all', stops: 'star' };
      const [both, swapped] = [
        await proteinsOf(`>a\n${a}\n>b\n${b}`, settings),
        await proteinsOf(`>x\n${b}\n>y\n${a}`, settings),
      ];
      const ofA = await proteinsOf(`>z\n${a.toLowerCase().replaceAll('t', 'u')}`, settings);
      expect(both).toEqual([...ofA, ...swapped.slice(0, swapped.length - ofA.length)]);
    }),
    { numRuns: 30 },
  );
});
