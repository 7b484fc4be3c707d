import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { structureInput } from '../shared/structure/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type residueItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const chemokine = () => [structureInput('ensemble', '2sdf_5models.pdb')];

describe('ensemble-superpose with its program', () => {
  it('superposes five models of a chemokine, twice the same', async () => {
    const [first, second] = [await runNative(tool, chemokine()), await runNative(tool, chemokine())];
    expect(first.values('summary')).toEqual([
      { structure: expect.any(String), models: 5, ls_rmsd: 5.77978, ml_sigma: 0.08353 },
    ]);
    const residues = first.values<Static<typeof residueItem>>('residues');
    expect(residues).toHaveLength(67);
    expect(residues[0]).toMatchObject({ seq: '1', res: 'LYS', variance: expect.closeTo(66.84, 1) });
    const [superposed, average] = first.files;
    expect(superposed!.text.match(/^MODEL /gm)).toHaveLength(5);
    expect(superposed!.text.match(/^ATOM /gm)).toHaveLength(2750);
    expect(average!.text.match(/^ATOM /gm)).toHaveLength(67);
    expect(second.files).toEqual(first.files);
  });

  it('gives nothing when it was stopped', async () => {
    const done = await runNative(tool, chemokine(), {}, { signal: AbortSignal.abort() });
    expect([done.items, done.files]).toEqual([[], []]);
  });
});
