// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import type { Settings } from '../contract.ts';
import { parseAlignment } from '../shared/msa/parseAlignment.ts';
import { distance, type Vector } from '../shared/structure/vectors.ts';
import { caseInput } from '../testing/testCases.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { broken, structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { type alignmentItem, contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Item = Static<typeof alignmentItem>;

describe('tm-align with its program', () => {
  it('ranks structures by their TM-score with the reference', async () => {
    const inputs = [
      structureInput('reference', 'd1cih__.pdb'),
      structureInput('mobiles', '1ubq.pdb', 'other'),
      structureInput('mobiles', 'd1cih__.pdb', 'same'),
    ];
    const done = await runNative(tool, inputs);
    const [same, other] = done.values<Item>('alignments');
    expect(same).toMatchObject({ aligned: 108, rmsd: 0, tm_score_reference: 1, tm_score_mobile: 1, seq_identity: 1 });
    expect(same!.rotation.flat().map((value) => Math.round(value) + 0)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(other!.tm_score_reference).toBeCloseTo(0.257, 2);
    expect(other!.tm_score_mobile).toBeCloseTo(0.313, 2);
    expect(done.files.map(({ name }) => name)).toEqual(
      ['0002', '0001'].flatMap((number) => [
        ...[`alignment-${number}.afa`, `superposed-${number}.pdb`, `pair-${number}.pdb`, `alignment-${number}.svg`],
      ]),
    );
  });

  it('finds ten cytochromes similar, with the scores of TM-align run directly', async () => {
    const files = ['d1crj__', 'd1csu__', 'd1csx__', 'd1kyow_', 'd1lfma_', 'd1m60a_', 'd1u74d_', 'd1yeb__', 'd2pcbb_'];
    const mobiles = files.map((file) => structureInput('mobiles', `${file}.pdb`, file));
    const done = await runNative(tool, [
      structureInput('reference', 'd1m60a_.pdb'),
      structureInput('mobiles', 'd1cih__.pdb'),
    ]);
    expect(done.values<Item>('alignments')[0]).toMatchObject({
      ...{ aligned: 103, rmsd: 1.22, tm_score_mobile: 0.87142, tm_score_reference: 0.90175 },
      seq_identity: expect.closeTo(0.602, 3),
    });
    const all = await runNative(tool, [structureInput('reference', 'd1cih__.pdb'), ...mobiles]);
    const scores = all.values<Item>('alignments').map((item) => item.tm_score_reference);
    expect(scores).toHaveLength(9);
    expect(scores[0]).toBeGreaterThan(0.99);
    expect(scores.at(-1)).toBeGreaterThanOrEqual(0.87);
  });

  it('moves a structure so that it lies on the reference', async () => {
    const inputs = [structureInput('reference', 'd1crj__.pdb'), structureInput('mobiles', 'd1cih__.pdb')];
    const first = await runNative(tool, inputs, { normalize_by: 'average' });
    expect(first.values<Item>('alignments')[0]!.tm_score_average).toBeGreaterThan(0.99);
    const again = await runNative(tool, [
      inputs[0]!,
      structureText('mobiles', first.files.find(({ port }) => port === 'superposed')!.text),
    ]);
    const { rotation } = again.values<Item>('alignments')[0]!;
    expect(rotation.flat().map((value) => Math.round(value * 100) / 100 + 0)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  it('gives aligned pairs, RMSD and both TM-scores that agree with its files', async () => {
    const inputs = [structureInput('reference', 'd1m60a_.pdb'), structureInput('mobiles', 'd1cih__.pdb')];
    const done = await runNative(tool, inputs);
    const [row] = done.values<Item>('alignments');
    const textOf = (port: string) => done.files.find((file) => file.port === port)!.text;
    const [mobile, reference] = parseAlignment(textOf('alignment'), 'AFA', {
      maxRecords: 2,
      maxColumns: 1_000,
    }).records;
    const points = (chain: string) =>
      [...textOf('pair').matchAll(new RegExp(`^ATOM.{9}CA .{5}${chain}.{8}(.{8})(.{8})(.{8})`, 'gm'))].map(
        ([, ...xyz]): Vector => xyz.map(Number) as unknown as Vector,
      );
    const [a, b] = [points('A'), points('B')];
    expect([a.length, b.length]).toEqual([row!.reference_length, row!.mobile_length]);
    const counts = { a: 0, b: 0 };
    const distances = Array.from(mobile!.row).flatMap((letter, column) => {
      const isPair = letter !== '-' && reference!.row[column] !== '-';
      const [i, k] = [counts.a, counts.b];
      if (reference!.row[column] !== '-') counts.a++;
      if (letter !== '-') counts.b++;
      return isPair ? [distance(a[i]!, b[k]!)] : [];
    });
    expect(distances.length).toBe(row!.aligned);
    // TM-align's RMSD is of the best superposition of these pairs. Its rotation gives the best TM-score.
    expect(Math.sqrt(distances.reduce((sum, d) => sum + d * d, 0) / distances.length)).toBeGreaterThanOrEqual(
      row!.rmsd - 0.01,
    );
    // Zhang and Skolnick (2005), equations 1 and 2. The rotation belongs to the score of the mobile structure.
    const score = (length: number) => {
      const d0 = 1.24 * Math.cbrt(length - 15) - 1.8;
      return distances.reduce((sum, d) => sum + 1 / (1 + (d / d0) ** 2), 0) / length;
    };
    expect(score(row!.reference_length)).toBeCloseTo(row!.tm_score_reference, 2);
    expect(score(row!.mobile_length)).toBeCloseTo(row!.tm_score_mobile, 2);
  });

  it('case S43: aligns the requested chain, or each chain, and names it', async () => {
    const shift = (line: string) => (Number(line.slice(30, 38)) + 100).toFixed(3).padStart(8);
    const part = ubiquitinWith((line) =>
      Number(line.slice(22, 26)) > 40
        ? []
        : `${line.slice(0, 21)}B${line.slice(22, 30)}${shift(line)}${line.slice(38)}`,
    );
    const dimer = structureText('mobiles', `${ubiquitinWith((line) => line)}TER\n${part}`);
    const inputs = [structureInput('reference', '1ubq.pdb'), dimer];
    const rows = async (settings: Settings) => (await runNative(tool, inputs, settings)).values<Item>('alignments');
    expect(await rows({})).toMatchObject([{ mobile_chain: 'A', mobile_length: 76, reference_chain: 'A', aligned: 76 }]);
    expect(await rows({ mobile_chain: 'B' })).toMatchObject([
      { mobile_chain: 'B', mobile_length: 40, tm_score_mobile: 1 },
    ]);
    expect((await rows({ mobile_chain: '*' })).map((row) => [row.mobile_chain, row.number])).toEqual([
      ['A', 1],
      ['B', 2],
    ]);
    await expect(rows({ mobile_chain: 'C' })).rejects.toThrow(
      /no chain 'C' with amino acids; those with some are 'A', 'B'/,
    );
  });

  it('case S08d, S09c, S12a, S02a: keeps letters and chains of the input', async () => {
    const files = ['S08d_SEP_HETATM.pdb', 'S09c_amber_terminals_and_charmm.pdb', 'S12a_second_chain_CA_only.pdb'];
    for (const file of files) {
      const done = await runNative(tool, [structureInput('reference', '1ubq.pdb'), caseInput('mobiles', file)]);
      expect(done.values('alignments')).toMatchObject([{ aligned: 76, rmsd: 0, seq_identity: 1 }]);
      const rows = parseAlignment(done.files[0]!.text, 'AFA', { maxRecords: 2, maxColumns: 1_000 }).records;
      expect(rows[0]!.row).toBe(rows[1]!.row);
    }
    const segments = [
      structureInput('reference', '1ubq.pdb'),
      caseInput('mobiles', 'S02a_segid_homodimer_no_chain_ids.pdb'),
    ];
    const done = await runNative(tool, segments, { mobile_chain: '*' });
    expect(done.values<Item>('alignments').map((row) => [row.mobile_chain, row.mobile_length])).toEqual([
      ['PROA', 20],
      ['PROB', 20],
    ]);
  });

  it.each([
    ['S01d', 'S01d_hybrid36_residues.pdb', 1],
    ['S19', 'S19_63_chains.cif', 0.03947],
  ])('case %s: aligns structures at the limits of a PDB file', async (_, file, score) => {
    const done = await runNative(tool, [structureInput('reference', '1ubq.pdb'), caseInput('mobiles', file)]);
    expect(done.values('alignments')[0]).toMatchObject({ tm_score_reference: score });
  });

  it('aligns a structure of only alpha carbons', async () => {
    const inputs = [structureInput('reference', '1ubq.pdb'), structureText('mobiles', broken.caOnly())];
    expect((await runNative(tool, inputs)).values<Item>('alignments')[0]).toMatchObject({ aligned: 76, rmsd: 0 });
  });
});
