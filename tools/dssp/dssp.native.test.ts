import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { structureInput } from '../shared/structure/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type residueItem, type summaryItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

describe('dssp with its program', () => {
  it('assigns the secondary structure of ubiquitin, twice the same', async () => {
    const [first, second] = [0, 1].map(() => runNative(tool, [structureInput('structure', '1ubq.pdb')]));
    const done = await first!;
    expect(done.values<Static<typeof summaryItem>>('summary')[0]).toMatchObject({
      residues: 76,
      accessible_surface: 4912.5,
      hbonds: 53,
      ss_string: '-EEEEEETTS-EEEEE--TTSBHHHHHHHHHHHH---GGGEEEEETTEEPPTTSBTGGGTPPTT-EEEEEE--S--',
    });
    const residues = done.values<Static<typeof residueItem>>('residues');
    expect(residues[1]).toMatchObject({ chain: 'A', seq: '2', aa: 'Q', ss: 'E', acc: 77, phi: -91, psi: 138.3 });
    expect(done.files[0]!.text).toMatch(/DATE= {10}/);
    expect((await second!).files).toEqual(done.files);
  });

  it('takes the files at which mkdssp fails: without chain ids, with MSE, of NMR', async () => {
    const files = ['d1cih__.pdb', '1A8O.pdb', '1A8O.cif', '4CUP.cif', '1sp1.pdb'];
    const done = await runNative(
      tool,
      files.map((file, i) => structureInput('structure', file, `${i}`)),
    );
    const counts = done.values<Static<typeof summaryItem>>('summary').map(({ residues }) => residues);
    expect(counts).toEqual([108, 70, 70, 115, 29]);
  });
});
