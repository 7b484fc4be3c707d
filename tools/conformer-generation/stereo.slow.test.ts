// @module-tag native

import { long } from '@rotamer/kit/testing/long.ts';
import type { Static } from 'typebox';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { generateConformers } from '../shared/conformers/conformers.ts';
import { compareStereo, OTHER_ISOMER } from '../shared/ligands/isomers.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { type conformerItem, contract } from './tool.ts';

// Loading the toolkits takes a second, but many seconds when the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const tool = { contract, check, run };
type Item = Static<typeof conformerItem>;

const smiles = (text: string) => ({ id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text });

const rdkit = new Rdkit();
afterAll(() => rdkit[Symbol.asyncDispose]());

/** These tests need no program. They are among the native tests because they take as long. */
describe('stereo', () => {
  it('case C19: refuses stereo that cannot be built', async () => {
    // A bridged ring with an impossible centre: RDKit finds no coordinates for it (openff-toolkit #669).
    const text = 'C[C@@H]1C[C@@H]2CC[C@@H]1O2 bridged\nCO methanol';
    const done = await checkAndRun(tool, [smiles(text)], { conformers: 1, minimize: false });
    expect(done.values('rejected')).toMatchObject([{ name: 'bridged', reason: OTHER_ISOMER }]);
  });

  it('case C19: names undefined centres of the input, and makes one stereoisomer or all', async () => {
    const phenylethanol = smiles('CC(O)c1ccccc1 phenylethanol');
    const one = await checkAndRun(tool, [phenylethanol], { conformers: 1, minimize: false });
    expect(one.values<Item>('energies')).toMatchObject([{ name: 'phenylethanol', undefined_stereo: 'C2' }]);
    expect(one.values('warnings')).toMatchObject([{ of: 'phenylethanol' }]);
    const all = await checkAndRun(tool, [smiles('CCC(C)O butanol')], {
      conformers: 1,
      minimize: false,
      stereo: 'enumerate',
    });
    const rows = all.values<Item>('energies');
    expect(rows.map(({ name, undefined_stereo }) => [name, undefined_stereo])).toEqual([
      ['butanol isomer 1', ''],
      ['butanol isomer 2', ''],
    ]);
    expect(new Set(rows.map((row) => row.smiles)).size).toBe(2);
    expect(all.files.map(({ name }) => name)).toEqual(['conformers-0001-01.sdf', 'conformers-0001-02.sdf']);
  });

  it('accepts imines with the hydrogen on either side', async () => {
    const text = 'CN(C)C(=N)NC(=N)N metformin\n[H]/N=C(/C)c1ccccc1 ketimine';
    const done = await checkAndRun(tool, [smiles(text)], { conformers: 1, minimize: false });
    expect(done.values('rejected')).toEqual([]);
    expect(done.values<Item>('energies').map((row) => row.smiles)).toEqual(['CN(C)C(=N)NC(=N)N', 'CC(=N)c1ccccc1']);
  });

  const kinds: [string, string, number][] = [
    // Centres as named by RDKit's FindPotentialStereo.
    ['CC1CCC(C)CC1', 'C2, C5', 2],
    ['CC=CCO', 'C2=C3', 2],
    ['CS(=O)C(C)(C)C', 'S2', 2],
    ['CC(O)C(C)O', 'C2, C4', 3],
    ['C/C=C/C=C\\CO', '', 1],
    ['CCC[NH+](C)CC', '', 1],
  ];
  const moreRings: [string, string, number][] = [
    ['C[C@H]1CC[C@@H](C)CC1', '', 1],
    ['OC1CCC(O)CC1', 'C2, C5', 2],
  ];
  it.each([...kinds, ...(long ? moreRings : [])])(
    '%s does not define %j: %i stereoisomers',
    async (text, open, isomers) => {
      const options = { conformers: 1, seed: 42, minimize: false };
      for await (const { molfile } of generateConformers(text, options, new AbortController().signal)) {
        const found = await compareStereo(rdkit, text, molfile, 10);
        expect(found.chosen.join(', ')).toBe(open);
        if (open !== '') expect(new Set(found.isomers).size).toBe(isomers);
      }
      expect.hasAssertions();
    },
  );
});
