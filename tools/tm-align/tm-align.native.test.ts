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
