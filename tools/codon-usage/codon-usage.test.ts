import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { type codonItem, contract, type sequenceItem } from './tool.ts';

const tool = { contract, check, run };
const dna = (text: string, slotId = 'sequences') => ({ id: slotId, slotId, kind: 'dna', format: 'FASTA', text });

const genes = '>g1\nATGGCTGCCGCAGCGAAAAAGCTGTTATTGCGTAGATGGTAA\n>g2\nATGCTGCTGCTGAAAGCGGCGCGTTTCTTTCATTAA\n';
const usage = async (text: string, settings = {}, more: ReturnType<typeof dna>[] = []) => {
  const done = await checkAndRun(tool, [dna(text), ...more], settings);
  const codons = new Map(done.values<Static<typeof codonItem>>('codons').map((row) => [row.codon, row]));
  return { done, codons, sequences: done.values<Static<typeof sequenceItem>>('sequence_usage') };
};

describe('known answers', () => {
  // Expected values from EMBOSS cusp 6.6.
  it.each([
    ['GCA', 0.167, 38.462, 1],
    ['GCG', 0.5, 115.385, 3],
    ['TTC', 0.5, 38.462, 1],
    ['AAA', 0.667, 76.923, 2],
    ['CTG', 0.667, 153.846, 4],
    ['CGT', 0.667, 76.923, 2],
    ['CAC', 0, 0, 0],
  ])('%s as EMBOSS cusp has it', async (codon, fraction, perThousand, count) => {
    const row = (await usage(genes)).codons.get(codon)!;
    expect(row.count).toBe(count);
    expect(row.fraction).toBeCloseTo(fraction, 3);
    expect(row.per_thousand).toBeCloseTo(perThousand, 2);
  });

  it('GC of the three positions as EMBOSS cusp has it', async () => {
    const joined = genes.replace('\n>g2\n', '');
    expect((await usage(joined)).sequences[0]).toMatchObject({ gc: 0.4744, gc1: 0.5, gc2: 0.3846, gc3: 0.5385 });
  });

  it('RSCU by its formula: four of six leucines', async () => {
    const { codons } = await usage(genes);
    expect([codons.get('CTG')!.rscu, codons.get('TTA')!.rscu, codons.get('TAA')!.rscu]).toEqual([4, 1, null]);
    expect(codons.get('TGC')).toMatchObject({ fraction: null, rscu: null });
  });

  // Expected values from Bio.SeqUtils.CodonAdaptationIndex of Biopython 1.88, for the genes without their stops.
  it('the codon adaptation index as Biopython has it', async () => {
    const { sequences, codons } = await usage(genes, {}, [dna(genes, 'reference')]);
    expect(sequences.map(({ cai }) => cai)).toEqual([0.5078, 1]);
    const w = ['AGA', 'CAC', 'CAT', 'GCT', 'TTA'].map((codon) => codons.get(codon)!.adaptiveness);
    expect(w).toEqual([0.5, 0.5, 1, 0.3333, 0.25]);
    expect([codons.get('ATG')!.adaptiveness, codons.get('TAA')!.adaptiveness]).toEqual([null, null]);
  });
});

describe('codons that do not count', () => {
  it('reports codons with ambiguity codes, incomplete last codons, and internal stops', async () => {
    const { done, sequences } = await usage('>a\nATGNNNTAAAARTGACC\n>b\nATGAAA\n');
    expect(sequences).toMatchObject([
      { codons: 3, left_out: 2, internal_stops: 1 },
      { codons: 2, left_out: 0, internal_stops: 0, cai: null },
    ]);
    expect(done.values('left_out')).toMatchObject([
      { of: 'a', name: '2 codons', count: 6 },
      { of: 'a', name: 'the last 2 bases', count: 2 },
    ]);
    expect(done.values('warnings')).toMatchObject([
      { of: 'a', warning: expect.stringMatching(/^1 stop codons inside/) },
    ]);
  });

  it('TGA is tryptophan in code 4', async () => {
    const { codons, sequences } = await usage('>a\nATGTGATGG\n', { table: 4 });
    expect(codons.get('TGA')).toMatchObject({ amino_acid: 'W', fraction: 0.5, rscu: 1 });
    expect(sequences[0]!.internal_stops).toBe(0);
  });
});

it('refuses reference genes without a codon of known bases', () => {
  const inputs = [dna(genes), dna('>r\nNNNATN\n', 'reference')];
  expect(checkRequest(contract, check, inputs, {}).verdict.problems.map(({ message }) => message)).toEqual([
    "slot 'reference' has no whole codon of known bases, so there is no codon adaptation index",
  ]);
});

it('does not depend on order, names, case, U or T', async () => {
  const [first, second] = genes.split(/^(?=>)/m) as [string, string];
  const plain = await usage(genes);
  const turned = (second + first)
    .replaceAll(/^>g/gm, '>x')
    .replaceAll(/^[ACGT]+$/gm, (row) => row.toLowerCase().replaceAll('t', 'u'));
  expect((await usage(turned)).done.values('codons')).toEqual(plain.done.values('codons'));
});

it.each([
  ['empty', '', 'the content is empty'],
  ['no codon', '>a\nAC', 'no sequence has a whole codon: they have less than 3 bases'],
])('refuses %s', (_, text, message) => {
  expect(checkRequest(contract, check, [dna(text)], {}).verdict.problems).toMatchObject([{ message }]);
});
