import { afterAll, expect, it, vi } from 'vitest';
import { readTestData } from '../../testdata/read.ts';
import { Rdkit } from './rdkit.ts';

vi.setConfig({ testTimeout: 60_000 });

const rdkit = new Rdkit();
afterAll(() => rdkit[Symbol.asyncDispose]());

async function protonated(smiles: string, ph: number | null = 7.4): Promise<string> {
  const { result, reason } = await rdkit.ask('protonate', { text: smiles, heavyAtoms: 1 }, { ph });
  if (!result) throw new Error(reason);
  return result.smiles;
}

const chargeOf = (smiles: string): number =>
  (smiles.match(/[+-]\d?(?=[\]:])/g) ?? []).reduce((sum, found) => sum + Number(`${found[0]}${found[1] ?? 1}`), 0);

const table = (file: string) =>
  readTestData(`cases/structure/${file}`)
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));

it.each([
  ['C13', 'C13_expected.tsv', 32],
  // Net charges from textbook pKa and the drugs' labels. Of both tables, Open Babel 3.1.1 gets 97 right, and
  // Dimorphite-DL 2.1.0 113.
  ['C13, others of their kinds', 'C13_more_charges.tsv', 114],
])('case %s: charges molecules as in water at pH 7.4', async (_, file, count) => {
  const rows = table(file);
  expect(rows).toHaveLength(count);
  const found: Record<string, number> = {};
  for (const [name, smiles] of rows) found[name!] = chargeOf(await protonated(smiles!));
  expect(found).toEqual(Object.fromEntries(rows.map(([name, , charge]) => [name, Number(charge)])));
});

it('puts the charge on the right atom', async () => {
  expect(await protonated('CC(=O)NS(=O)(=O)c1ccccc1')).toBe('CC(=O)[N-]S(=O)(=O)c1ccccc1');
  expect(await protonated('CC(=O)CC(c1ccccc1)C1=C(O)c2ccccc2OC1=O')).toBe('CC(=O)CC(c1ccccc1)c1c([O-])c2ccccc2oc1=O');
  expect(await protonated('CN1CCN(CC1)c1ccccc1')).toBe('C[NH+]1CCN(c2ccccc2)CC1');
  expect(await protonated('C[C@H](N)C(=O)O')).toBe('C[C@H]([NH3+])C(=O)[O-]');
  expect(await protonated('C/C(=C\\CN)C(=O)O')).toBe('C/C(=C\\C[NH3+])C(=O)[O-]');
});

it('gives the same result for its own output, and for other drawn charges', async () => {
  for (const [, smiles] of table('C13_more_charges.tsv')) {
    const once = await protonated(smiles!);
    expect(await protonated(once)).toBe(once);
  }
  expect(await protonated('CC(=O)[O-]')).toBe(await protonated('CC(=O)O'));
});

it('follows the pH, and changes nothing without a pH', async () => {
  expect(await protonated('CC(=O)O', 2)).toBe('CC(=O)O');
  expect(await protonated('c1ccncc1', 2)).toBe('c1cc[nH+]cc1');
  expect(await protonated('Oc1ccccc1', 12)).toBe('[O-]c1ccccc1');
  expect(await protonated('CC[NH3+]', 12)).toBe('CCN');
  expect(await protonated('CC[NH3+]', null)).toBe('CC[NH3+]');
});

// Sources: CRC Handbook of Chemistry and Physics; Perrin, Dempsey and Serjeant (1981); labels of the drugs; clonidine by
// Timmermans and van Zwieten, Arzneim.-Forsch. 28 (1978) 1676-1681; morphine by Florence and Attwood, Physicochemical
// Principles of Pharmacy; codeine and ethylmorphine by Meloun and Pluharova, Anal. Chim. Acta 416 (2000) 55-68;
// oxymorphone by its label; picric acid by Davis and Paabo, doi:10.6028/jres.067A.024. Tested one
// pH unit below and above the pKa.
it('changes the charge of 170 acids and bases around their pKa', async () => {
  const wrong: string[] = [];
  const rows = table('C13_pka.tsv').slice(1);
  for (const [name, smiles, pKa, kind] of rows) {
    const first = kind === 'acid' ? 0 : 1;
    for (const [ph, charge] of [
      [Number(pKa) - 1, first],
      [Number(pKa) + 1, first - 1],
    ] as const)
      if (ph >= 0 && chargeOf(await protonated(smiles!, ph)) !== charge) wrong.push(`${name} at ${ph}`);
  }
  expect(rows).toHaveLength(170);
  expect(wrong).toEqual([]);
});

it('reports that a boronic acid gets no hydroxide ion', async () => {
  const uncharged = async (ph: number) =>
    (await rdkit.ask('protonate', { text: 'OB(O)c1ccccc1', heavyAtoms: 9 }, { ph })).result!.uncharged;
  expect(await uncharged(7.4)).toEqual([]);
  expect(await uncharged(12)).toEqual([expect.stringMatching(/^a boronic acid takes a hydroxide ion/)]);
});

// pKa from the CRC Handbook of Chemistry and Physics: caffeine 0.6, adenosine 3.6 (at N1), guanosine 2.1 (at N7);
// imidazole 7.0.
it.each([
  ['caffeine', 'Cn1c(=O)c2c(ncn2C)n(C)c1=O', 0.3, 2],
  ['9-methylxanthine', 'Cn1cnc2c(=O)[nH]c(=O)[nH]c21', 0.3, 2],
  ['9-methyladenine', 'Cn1cnc2c(N)ncnc21', 3, 4.2],
  ['9-methylguanine', 'Cn1cnc2c(=O)[nH]c(N)nc21', 1.5, 2.7],
  ['1-methylimidazole', 'Cn1ccnc1', 6.5, 7.5],
])('%s is a weak base', async (_, smiles, below, above) => {
  expect(chargeOf(await protonated(smiles, below))).toBe(1);
  expect(chargeOf(await protonated(smiles, above))).toBe(0);
});
