// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type standardItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Row = Static<typeof standardItem>;

const smiles = (text: string) => [{ id: 'm', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text }];
const standardize = (lines: string[], settings = {}) => runNative(tool, smiles(lines.join('\n')), settings);

/** Forms of one substance, with its InChIKey in PubChem. */
const substances: [name: string, key: string, forms: string[]][] = [
  ['2-pyridone', 'UBQKCCHYAOITMY-UHFFFAOYSA-N', ['Oc1ccccn1', 'O=c1cccc[nH]1', '[O-]c1ccccn1.[Na+]']],
  ['acetylacetone', 'YRKCREAYFQTBPV-UHFFFAOYSA-N', ['CC(=O)CC(C)=O', 'CC(O)=CC(C)=O', 'CC(=O)C=C(C)O']],
  [
    'guanine',
    'UYTPUPDQBNUYGX-UHFFFAOYSA-N',
    ['Nc1nc2[nH]cnc2c(=O)[nH]1', 'Nc1nc2nc[nH]c2c(O)n1', 'N=c1[nH]c2nc[nH]c2c(=O)[nH]1'],
  ],
  ['uric acid', 'LEHOTFFKMJEONL-UHFFFAOYSA-N', ['O=c1[nH]c(=O)c2[nH]c(=O)[nH]c2[nH]1', 'Oc1nc(O)c2nc(O)[nH]c2n1']],
  ['cytosine', 'OPTASPLRGRRNAP-UHFFFAOYSA-N', ['Nc1cc[nH]c(=O)n1', 'N=c1cc[nH]c(=O)[nH]1', 'Nc1ccnc(O)n1']],
  [
    'metformin',
    'XZWYZXLIPXDOLR-UHFFFAOYSA-N',
    ['CN(C)C(=N)NC(N)=N', 'CN(C)C(=N)N=C(N)N', 'CN(C)C(=[NH2+])NC(N)=N.[Cl-]'],
  ],
  [
    'ibuprofen',
    'HEFNNWSXXWATRW-UHFFFAOYSA-N',
    ['CC(C)Cc1ccc(cc1)C(C)C(=O)O', 'CC(C)Cc1ccc(cc1)C(C)C(=O)[O-].[Na+]', 'CC(C)Cc1ccc(cc1)C(C)C(=O)O[Na]'],
  ],
  ['dimethyl sulfoxide', 'IAZDPXIOMUYVGZ-UHFFFAOYSA-N', ['CS(C)=O', 'C[S+](C)[O-]']],
  [
    'L-alanine',
    'QNAYBMKLOCPYGJ-REOHCLBHSA-N',
    ['C[C@H](N)C(=O)O', 'C[C@H]([NH3+])C(=O)[O-]', 'C[C@H]([NH3+])C(=O)O.[Cl-]'],
  ],
  [
    '(S)-warfarin',
    'PJVWKTKQMONHTI-HNNXBMFYSA-N',
    ['CC(=O)C[C@@H](c1ccccc1)c1c(O)c2ccccc2oc1=O', 'CC(=O)C[C@@H](c1ccccc1)c1c([O-])c2ccccc2oc1=O.[Na+]'],
  ],
  ['betaine', 'KWIUHFFTVRNATP-UHFFFAOYSA-N', ['C[N+](C)(C)CC(=O)[O-]']],
];

describe('molecule-standardize', () => {
  it('converts all forms of a substance to one, with the InChIKey of PubChem', async () => {
    const lines = substances.flatMap(([name, , forms]) => forms.map((form, i) => `${form}\t${name} ${i}`));
    const rows = (await standardize(lines)).values<Row>('molecules');
    for (const [name, key, forms] of substances) {
      const of = rows.filter((row) => row.name.startsWith(`${name} `));
      expect(new Set(of.map((row) => row.smiles)).size, name).toBe(1);
      expect(of.map((row) => row.inchikey)).toEqual(forms.map(() => key));
    }
  });

  it('reports its changes, and makes only the chosen ones', async () => {
    const line = ['CC(C)=CC(=O)[O-].[Na+] acid', 'Oc1ccccn1 lactim'];
    const changes = async (settings: object) =>
      (await standardize(line, settings)).values<Row>('molecules').map(({ changed }) => changed);
    expect(await changes({})).toEqual([['fragments', 'charges'], ['tautomer']]);
    expect(await changes({ charges: 'keep', tautomer: 'keep' })).toEqual([['fragments'], []]);
    expect(await changes({ remove_salts: false, tautomer: 'keep' })).toEqual([[], []]);
  });

  it('lists the five tautomers of acetylacetone, and keeps tags', async () => {
    const done = await standardize(['smiles\tname\tpIC50', 'CC(O)=CC(C)=O\tacac\t7'], { tautomer: 'enumerate' });
    expect(done.values<Row>('molecules')).toMatchObject([{ tautomers: 5, tags: { pIC50: '7' } }]);
    const [standard, all] = done.files.map(({ text }) => text.trimEnd().split('\n'));
    expect(standard).toEqual(['smiles\tname\tpIC50', 'CC(=O)CC(C)=O\tacac\t7']);
    expect(all!.slice(1).every((one) => one.endsWith('\tacac\t7'))).toBe(true);
  });

  it('keeps mobile stereo unless the setting removes it', async () => {
    const line = ['CC[C@H](C)C(=O)c1ccccc1 ketone'];
    expect((await standardize(line)).values<Row>('molecules')[0]!.smiles).toContain('@');
    const removed = await standardize(line, { mobile_stereo: 'remove' });
    expect(removed.values<Row>('molecules')[0]!.smiles).not.toContain('@');
  });

  it('warns when not all tautomers were examined, and rejects unreadable molecules', async () => {
    const line = ['Nc1nc2[nH]cnc2c(=O)[nH]1 guanine', 'C(C)(C)(C)(C)C five'];
    const done = await standardize(line, { max_tautomers: 3 });
    expect(done.values('warnings')).toMatchObject([
      { of: 'guanine', warning: expect.stringContaining('more tautomers than were looked at') },
    ]);
    expect(done.values('rejected')).toMatchObject([{ name: 'five', line: 2 }]);
  });
});
