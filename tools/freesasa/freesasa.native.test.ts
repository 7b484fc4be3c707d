import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { structureInput, structureText, ubiquitinWith } from '../shared/structure/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type totalItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Total = Static<typeof totalItem>;
const totals = async (file: string, settings = {}) =>
  (await runNative(tool, [structureInput('structure', file)], settings)).values<Total>('totals')[0]!;

describe('freesasa with its program', () => {
  it('measures ubiquitin by both algorithms', async () => {
    expect(await totals('1ubq.pdb')).toMatchObject({ chain: null, total: 4804.06, apolar: 2299.84, polar: 2504.22 });
    const settings = { algorithm: 'shrake-rupley', resolution: 1000 };
    expect(await totals('1ubq.pdb', settings)).toMatchObject({ total: 4802.21 });
  });

  it('gives an entry with MSE the same area from both formats', async () => {
    expect((await totals('1A8O.pdb')).total).toBe(4638.56);
    expect((await totals('1A8O.cif')).total).toBe(4638.56);
  });

  it('computes chains apart where it is asked to', async () => {
    const shift = (line: string) => (Number(line.slice(30, 38)) + 100).toFixed(3).padStart(8);
    const moved = ubiquitinWith((line) => `${line.slice(0, 21)}B${line.slice(22, 30)}${shift(line)}${line.slice(38)}`);
    const input = structureText('structure', ubiquitinWith((line) => line) + moved);
    const done = await runNative(tool, [input], { separate_chains: true });
    expect(done.values<Total>('totals').map(({ chain, total }) => [chain, total])).toEqual([
      ['A', 4804.06],
      ['B', 4804.06],
    ]);
    expect(done.values('residues')).toHaveLength(152);
  });
});
