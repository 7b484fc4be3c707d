import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check, MAX_RESIDUES } from './check.ts';
import { run } from './run.ts';
import { smoothed } from './smoothed.ts';
import { contract, type proteinItem, type regionItem, type scoreItem } from './tool.ts';

const tool = { contract, check, run };

/** UniProt P04637, P0CG48 (residues 1 to 76), P37840, and a peptide. */
const proteins = {
  p53: 'MEEPQSDPSVEPPLSQETFSDLWKLLPENNVLSPLPSQAMDDLMLSPDDIEQWFTEDPGPDEAPRMPEAAPPVAPAPAAPTPAAPAPAPSWPLSSSVPSQKTYQGSYGFRLGFLHSGTAKSVTCTYSPALNKMFCQLAKTCPVQLWVDSTPPPGTRVRAMAIYKQSQHMTEVVRRCPHHERCSDSDGLAPPQHLIRVEGNLRVEYLDDRNTFRHSVVVPYEPPEVGSDCTTIHYNYMCNSSCMGGMNRRPILTIITLEDSSGNLLGRNSFEVRVCACPGRDRRTEEENLRKKGEPHHELPPGSTKRALPNNTSSSPQPKKKPLDGEYFTLQIRGRERFEMFRELNEALELKDAQAGKEPGGSRAHSSHLKSKKGQSTSRHKKLMFKTEGPDSD',
  ubiquitin: 'MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYNIQKESTLHLVLRLRGG',
  synuclein:
    'MDVFMKGLSKAKEGVVAAAEKTKQGVAEAAGKTKEGVLYVGSKTKEGVVHGVATVAEKTKEQVTNVGGAVVTGVTAVAQKTVEGAGSIAAATGFVKKDQLGKNEEGAPQEGILEDMPVDPDNEAYEMPSEEGYQDYEPEA',
  peptide: 'MKDEEQSPTTLLDKAAG',
};

const fasta = (of: Record<string, string>) =>
  Object.entries(of)
    .map(([name, sequence]) => `>${name}\n${sequence}\n`)
    .join('');
const protein = (text: string) => [{ id: 's', slotId: 'sequences', kind: 'protein', format: 'FASTA', text }];

async function predicted(text: string, settings = {}) {
  const done = await checkAndRun(tool, protein(text), settings);
  const scores = done.values<Static<typeof scoreItem>>('scores');
  const regions = done.values<Static<typeof regionItem>>('regions');
  const of = (name: string) => scores.filter(({ sequence }) => sequence === name).map(({ score }) => score);
  const regionsOf = (name: string, wanted: string) =>
    regions.filter(({ sequence, kind }) => sequence === name && kind === wanted).map(({ start, end }) => [start, end]);
  const warnings = done.values<{ of: string; warning: string }>('warnings');
  return { done, of, regionsOf, regions, proteins: done.values<Static<typeof proteinItem>>('proteins'), warnings };
}

/**
 * Results of metapredict 3.1.1 with PyTorch: every 20th score, the sum of all, and the disordered and folded domains.
 */
const metapredict: Record<
  keyof typeof proteins,
  { scores: number[]; sum: number; idr: number[][]; folded: number[][] }
> = {
  p53: {
    scores: [
      ...[0.9512, 0.7526, 0.8381, 0.8812, 0.9119, 0.5659, 0.0803, 0.0702, 0.0973, 0.2827],
      ...[0.1087, 0.1267, 0.0758, 0.1274, 0.4385, 0.9328, 0.7293, 0.2569, 0.8133, 0.9624],
    ],
    sum: 194.02,
    idr: [
      [1, 103],
      [283, 393],
    ],
    folded: [[104, 282]],
  },
  ubiquitin: { scores: [0.1519, 0.1025, 0.1332, 0.0946], sum: 9.208, idr: [], folded: [[1, 76]] },
  synuclein: {
    scores: [0.7636, 0.8184, 0.7195, 0.8238, 0.9014, 0.9473, 0.949],
    sum: 119.994,
    idr: [[1, 140]],
    folded: [],
  },
  peptide: { scores: [0.8938], sum: 15.243, idr: [[1, 17]], folded: [] },
};

describe('disorder', () => {
  it('gives the scores and regions of metapredict', async () => {
    const { of, regionsOf, proteins: rows } = await predicted(fasta(proteins));
    for (const [name, { scores, sum, idr, folded }] of Object.entries(metapredict)) {
      const found = of(name) as number[];
      for (const [i, score] of scores.entries()) expect(Math.abs(found[20 * i]! - score)).toBeLessThan(0.00011);
      expect(found.reduce((total, score) => total + score, 0)).toBeCloseTo(sum, 2);
      expect([name, regionsOf(name, 'disordered'), regionsOf(name, 'folded')]).toEqual([name, idr, folded]);
    }
    expect(rows[0]).toEqual({
      ...{ sequence: 'p53', length: 393, disordered: 214, disordered_pct: 54.45, regions: 2, unknown: 0 },
      mean_score: 0.4937,
    });
  });

  it.each([
    [
      { threshold: 0.3 },
      [
        [1, 109],
        [276, 393],
      ],
    ],
    [
      { threshold: 0.9 },
      [
        [65, 87],
        [300, 313],
        [366, 393],
      ],
    ],
    [
      { minimum_idr_size: 40 },
      [
        [1, 103],
        [282, 393],
      ],
    ],
    [
      { minimum_folded_domain: 200, threshold: 0.6 },
      [
        [1, 100],
        [287, 393],
      ],
    ],
    [
      { gap_closure: 30, threshold: 0.8, minimum_idr_size: 4 },
      [
        [1, 94],
        [295, 318],
        [361, 393],
      ],
    ],
  ])('gives the disordered regions of metapredict with %j', async (settings, expected) => {
    const { regionsOf } = await predicted(fasta({ p53: proteins.p53 }), settings);
    expect(regionsOf('p53', 'disordered')).toEqual(expected);
  });

  it('has regions that cover each protein once, with the means of its scores', async () => {
    const { of, regions } = await predicted(fasta(proteins));
    for (const [name, sequence] of Object.entries(proteins)) {
      const own = regions.filter((region) => region.sequence === name);
      expect(own.map(({ length }) => length).reduce((a, b) => a + b)).toBe(sequence.length);
      for (const { start, end, mean_score } of own) {
        const part = of(name).slice(start - 1, end) as number[];
        expect(part.reduce((a, b) => a + b) / part.length).toBeCloseTo(mean_score, 4);
      }
    }
  });

  it('gives the same for another order, lower case and a stop mark at the end', async () => {
    const plain = await predicted(fasta(proteins));
    const text = Object.entries(proteins)
      .reverse()
      .map(([name, sequence]) => `>${name} of something\n${sequence.toLowerCase()}*\n`)
      .join('');
    const again = await predicted(text);
    for (const name of Object.keys(proteins)) expect(again.of(name)).toEqual(plain.of(name));
  });

  it('gives unknown residues no score, and reports what the network read', async () => {
    const {
      of,
      proteins: rows,
      regions,
      warnings,
    } = await predicted(`>a\n${proteins.peptide.replaceAll('D', 'X')}\n>u\nMKUEEOSPTTLLDKAAG\n`);
    // Scores of metapredict 3.1.1 for MKGEEQSPTTLLGKAAG.
    const glycines = [0.9181, 0.937, null, 0.9256, 0.9301, 0.9351, 0.9323, 0.9359, 0.9359, 0.926, 0.9222, 0.9149, null];
    for (const [i, score] of glycines.entries())
      if (score === null) expect(of('a')[i]).toBeNull();
      else expect(of('a')[i]).toBeCloseTo(score, 3);
    expect([rows[0]!.unknown, regions[0]!.unknown, of('u').filter((score) => score === null)]).toEqual([2, 2, []]);
    expect(warnings).toMatchObject([
      { of: 'a', warning: '2 X read as G: it has no score, and the scores around it rest on that' },
      { of: 'u', warning: '1 U read as C: its score is that of this residue' },
      { of: 'u', warning: '1 O read as K: its score is that of this residue' },
    ]);
  });

  it('predicts a protein of one residue', async () => {
    const { of, regionsOf } = await predicted('>m\nM\n');
    expect(of('m')).toHaveLength(1);
    expect([...regionsOf('m', 'disordered'), ...regionsOf('m', 'folded')]).toEqual([[1, 1]]);
  });

  it('smooths as savgol_filter of SciPy does, also at the ends', () => {
    const values = smoothed([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8], 7);
    const scipy = [
      3.380952, 0.904762, 1.619048, 3.857143, 4.714286, 5.142857, 6, 4.761905, 3.619048, 4.238095, 5.595238, 7.52381,
    ];
    for (const [i, value] of values.entries()) expect(value).toBeCloseTo(scipy[i]!, 5);
  });

  it('refuses more residues than it can predict in a minute', () => {
    const text = Array.from({ length: 51 }, (_, i) => `>s${i}\n${'ACDEFGHIKL'.repeat(1_000)}\n`).join('');
    const { problems } = checkRequest(contract, check, protein(text), {}).verdict;
    expect(problems).toEqual([
      { path: 'input.inputs', message: expect.stringContaining(`the limit is ${MAX_RESIDUES}`) },
    ]);
  });
});
