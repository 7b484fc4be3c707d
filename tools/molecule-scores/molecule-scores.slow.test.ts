// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type scoreItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Row = Static<typeof scoreItem>;

const smiles = (text: string) => [{ id: 'm', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text }];
const drugs = {
  aspirin: 'CC(=O)Oc1ccccc1C(=O)O',
  caffeine: 'Cn1cnc2c1c(=O)n(C)c(=O)n2C',
  imatinib: 'Cc1ccc(NC(=O)c2ccc(CN3CCN(C)CC3)cc2)cc1Nc1nccc(-c2cccnc2)n1',
  morphine: 'CN1CC[C@]23c4c5ccc(O)c4O[C@H]2[C@@H](O)C=C[C@H]3[C@H]1C5',
};
const list = (of: Record<string, string>) =>
  Object.entries(of)
    .map(([name, text]) => `${text} ${name}\n`)
    .join('');

const scored = async (text: string) => {
  const done = await runNative(tool, smiles(text));
  return { done, rows: done.values<Row>('scores') };
};

let known: Promise<Row[]> | undefined;
/** Rows of the drugs, computed once because Python takes seconds to load. */
const drugRows = () => (known ??= scored(list(drugs)).then(({ rows }) => rows));

/** Desirability functions and mean weights of Bickerton et al., Nat. Chem. 4 (2012) 90-98, supplementary tables 1 and 2. */
const desirability: Partial<
  Record<keyof Row, [a: number, b: number, c: number, d: number, e: number, f: number, max: number, weight: number]>
> = {
  molecular_weight: [2.817065973, 392.5754953, 290.7489764, 2.419764353, 49.22325677, 65.37051707, 104.9805561, 0.66],
  alogp: [3.172690585, 137.8624751, 2.534937431, 4.581497897, 0.822739154, 0.576295591, 131.3186604, 0.46],
  acceptors: [2.948620388, 160.4605972, 3.615294657, 4.435986202, 0.290141953, 1.300669958, 148.7763046, 0.05],
  donors: [1.618662227, 1010.051101, 0.985094388, 1e-9, 0.713820843, 0.920922555, 258.1632616, 0.61],
  polar_surface: [1.876861559, 125.2232657, 62.90773554, 87.83366614, 12.01999824, 28.51324732, 104.5686167, 0.06],
  rotatable_bonds: [0.01, 272.4121427, 2.55837997, 1.565547684, 1.271567166, 2.758063707, 105.4420403, 0.65],
  aromatic_rings: [3.21778897, 957.7374108, 2.274627939, 1e-9, 1.317690384, 0.375760881, 312.337261, 0.48],
  alerts: [0.01, 1199.094025, -0.09002883, 1e-9, 0.185904477, 0.875193782, 417.725314, 0.95],
};

function qedOf(row: Row): number {
  let [sum, weights] = [0, 0];
  for (const [property, [a, b, c, d, e, f, max, weight]] of Object.entries(desirability)) {
    const x = row[property as 'alerts'];
    const rise = 1 + Math.exp(-(x - c + d / 2) / e);
    const fall = 1 + Math.exp(-(x - c - d / 2) / f);
    sum += weight * Math.log((a + (b / rise) * (1 - 1 / fall)) / max);
    weights += weight;
  }
  return Math.exp(sum / weights);
}

describe('molecule-scores', () => {
  it('gives the QED that the formula of its paper gives for the properties in the row', async () => {
    const rows = await drugRows();
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(drugs));
    for (const row of rows) expect(row.qed).toBeCloseTo(qedOf(row), 4);
  });

  it('gives the properties of aspirin', async () => {
    // PubChem CID 2244: 180.16 Da, polar surface 63.6 Å², donors 1, acceptors 4; logP of RDKit 1.3101.
    const [aspirin] = await drugRows();
    expect(aspirin).toMatchObject({ alogp: 1.3101, acceptors: 4, donors: 1, polar_surface: 63.6, aromatic_rings: 1 });
    expect(aspirin!.molecular_weight).toBeCloseTo(180.16, 2);
  });

  it('rates a natural product with five stereocentres harder to make than achiral drugs', async () => {
    const [aspirin, caffeine, imatinib, morphine] = (await drugRows()).map(({ sa_score }) => sa_score);
    for (const easy of [aspirin!, caffeine!, imatinib!]) expect(easy).toBeLessThan(2.5);
    expect(morphine).toBeGreaterThan(4);
  });

  it('gives the same for another order, spelling and salt', async () => {
    const plain = new Map((await drugRows()).map(({ name, ...row }) => [name, row]));
    const other = { morphine: `${drugs.morphine}.Cl`, aspirin: 'OC(=O)c1c(cccc1)OC(C)=O' };
    const { rows } = await scored(list(other));
    for (const { name, removed_fragments, ...row } of rows) {
      const { removed_fragments: _, ...same } = plain.get(name)!;
      expect(row).toEqual(same);
      expect(removed_fragments).toBe(name === 'morphine' ? 'Cl' : '');
    }
  });

  it('rejects molecules with attachment points, and invalid ones', async () => {
    const { done, rows } = await scored(`*c1ccccc1 open\nCC(C)(C)(C)C odd\nCCO ethanol\n`);
    expect(rows.map(({ name }) => name)).toEqual(['ethanol']);
    expect(done.values('rejected')).toMatchObject([
      { name: 'open', reason: 'it has points of attachment, so that its properties are unknown' },
      { name: 'odd' },
    ]);
  });
});
