import { afterAll, describe, expect, it, vi } from 'vitest';
import { readTestData } from '../../testdata/read.ts';
import { parseSmilesList } from '../molecules.ts';
import { Rdkit } from './rdkit.ts';

// Loading the toolkits takes a second, but many seconds when the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const rdkit = new Rdkit();
afterAll(() => rdkit[Symbol.asyncDispose]());

async function parentOf(smiles: string) {
  const molecule = parseSmilesList(smiles, { maxRecords: 1 }).records[0]!;
  const { result, reason } = await rdkit.ask('describe', molecule, { parent: true });
  if (!result) throw new Error(reason);
  return result;
}

// InChIKeys of PubChem: dobutamine, hydroxyzine, tafamidis, pyrantel.
describe('C12: the parent of a salt is the drug, even if the other part is larger', () => {
  const lines = new Map(
    readTestData('cases/structure/C12_fragments.smi')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ').reverse() as [string, string]),
  );

  it.each([
    ['tafamidis_meglumine', 'TXEIIPDJKFWEEC', ['meglumine']],
    ['dobutamine_lactobionate', 'JRWZLRBJNMZMFE', ['lactobionate']],
    ['hydroxyzine_pamoate', 'ZQDWXGKKHFNSQK', ['pamoate']],
    ['pyrantel_pamoate', 'YSAUAVHXTIETRK', ['pamoate']],
    ['sodium_benzoate', 'WPYMKLBDIGXBTP', [null]],
    ['ethylamine_hcl', 'QUSNBJAOOMFDIB', [null]],
  ])('%s', async (name, key, removed) => {
    const found = await parentOf(lines.get(name)!);
    expect(found.inchikey!.slice(0, 14)).toBe(key);
    expect(found.removed.map((one) => one.name)).toEqual(removed);
  });

  it('keeps all fragments when none has carbon', async () => {
    expect(await parentOf(lines.get('salt_only')!)).toMatchObject({ formula: 'ClNa', removed: [] });
  });

  it('keeps one of two acetates, and reports the other as left out', async () => {
    const { smiles, removed } = await parentOf(lines.get('zinc_acetate')!);
    expect(smiles).toBe('CC(=O)[O-]');
    expect(removed).toEqual([
      { smiles: 'CC(=O)[O-]', name: 'acetate', why: 'second copy of the molecule' },
      { smiles: '[Zn+2]', name: null, why: 'salt former or solvent' },
    ]);
  });
});

describe('cases similar to C12', () => {
  it.each([
    ['another order of the fragments', 'OC(=O)c1cc2ccccc2c(Cc2c(O)c(cc3ccccc23)C(O)=O)c1O.CN1CCCN=C1/C=C/c1cccs1', 14],
    ['charged salt formers', 'CC[NH3+].[O-]C(=O)c1cc2ccccc2c(Cc2c(O)c(cc3ccccc23)C(O)=O)c1O', 3],
    ['stereoisomers of tartrate', 'CCN.OC(=O)[C@H](O)[C@@H](O)C(=O)O', 3],
    ['covalent sodium', 'OC(=O)CC(=O)O[Na]', 7],
    ['covalent magnesium of two', 'CCCC(=O)O[Mg]OC(=O)CCC', 6],
    ['a hydrate', 'O.O.NCC(=O)NCC(=O)O', 9],
    ['a solvate', 'CS(C)=O.NCC(=O)NCC(=O)O', 9],
    ['a tetraphenylborate', 'C[N+](C)(C)CCOC(C)=O.[B-](c1ccccc1)(c1ccccc1)(c1ccccc1)c1ccccc1', 10],
    ['a hexafluorophosphate', 'C[n+]1ccccc1.F[P-](F)(F)(F)(F)F', 7],
    ['a soap of a small drug', 'CCN.CCCCCCCCCCCCCCCCCC(=O)O', 3],
    ['a mixture of two drugs: the larger', 'CC(=O)Nc1ccc(O)cc1.CC(=O)Oc1ccccc1C(=O)O', 13],
    ['ferrocene drawn as ions: all', '[Fe+2].c1cc[cH-]c1.c1cc[cH-]c1', 11],
    ['sodium hydrogencarbonate: all', '[Na+].OC([O-])=O', 5],
    ['potassium thiocyanate: all', '[K+].[S-]C#N', 4],
    ['a hemisulfate: one of two', 'CCCCN.CCCCN.OS(=O)(=O)O', 5],
  ])('%s', async (_, smiles, heavyAtoms) => {
    expect((await parentOf(smiles)).heavyAtoms).toBe(heavyAtoms);
  });

  it('keeps the isotopes and the stereo of the parent', async () => {
    expect((await parentOf('Cl.[2H]C([2H])([2H])[C@H](N)O')).smiles).toContain('[2H]');
  });
});
