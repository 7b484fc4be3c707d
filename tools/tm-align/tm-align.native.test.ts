import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { broken, structureInput, structureText } from '../shared/structure/testStructures.ts';
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
    expect(done.files.map(({ name }) => name)).toEqual([
      'alignment-0002.afa',
      'superposed-0002.pdb',
      'alignment-0001.afa',
      'superposed-0001.pdb',
    ]);
  });

  it('finds ten cytochromes alike, as TM-align alone does', async () => {
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
    const again = await runNative(tool, [inputs[0]!, structureText('mobiles', first.files[1]!.text)]);
    const { rotation } = again.values<Item>('alignments')[0]!;
    expect(rotation.flat().map((value) => Math.round(value * 100) / 100 + 0)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  it('takes alpha carbons alone', async () => {
    const inputs = [structureInput('reference', '1ubq.pdb'), structureText('mobiles', broken.caOnly())];
    expect((await runNative(tool, inputs)).values<Item>('alignments')[0]).toMatchObject({ aligned: 76, rmsd: 0 });
  });
});
