import { afterAll, expect, it, vi } from 'vitest';
import { parseSmilesList } from '../molecules.ts';
import { Rdkit } from './rdkit.ts';

// Toolkits load in a second, and in many where the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const rdkit = new Rdkit();
afterAll(() => rdkit[Symbol.asyncDispose]());

const molecule = (smiles: string) => parseSmilesList(smiles, { maxRecords: 1 }).records[0]!;
const options = { parent: true };

it('replaces a thread that a molecule broke', async () => {
  // The count is wrong on purpose: the limit on it is what keeps such molecules away from RDKit.
  const breaking = { ...molecule('C'.repeat(1400)), heavyAtoms: 1 };
  const { reason } = await rdkit.ask('describe', breaking, options);
  expect(reason).toMatch(/^RDKit cannot handle this molecule: .*memory/);
  const { result } = await rdkit.ask('describe', molecule('CC(=O)Oc1ccccc1C(=O)O'), options);
  expect(result).toMatchObject({ inchikey: 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N', formula: 'C9H8O4', heavyAtoms: 13 });
});

it('answers in the order of asking, after it was closed too', async () => {
  await rdkit[Symbol.asyncDispose]();
  const names = ['C', 'CC', 'CCC'];
  for (const smiles of names)
    expect((await rdkit.ask('describe', molecule(smiles), options)).result?.smiles).toBe(smiles);
});

it('keeps the larger part whatever the order', async () => {
  for (const salt of ['Cl.NCC(=O)O', 'NCC(=O)O.Cl'])
    expect((await rdkit.ask('describe', molecule(salt), options)).result).toMatchObject({ smiles: 'NCC(=O)O' });
});

it('gives a molecule without InChI null', async () => {
  const { result } = await rdkit.ask('describe', molecule('*C'), options);
  expect(result).toMatchObject({ inchi: null, inchikey: null });
});

// Masses and keys by RDKit 2026.09.1 in Python; that of D2O is PubChem's too.
it.each([
  ['[2H]O[2H]', 'XLYOFNOQVPJJNP-ZSJDYOACSA-N', 20.027],
  ['[2H]C([2H])([2H])OC', 'LCGLNKUTAGEVQW-FIBGUPNXSA-N', 49.087],
  ['[13CH3]O', 'OKKJLVBELUTLKV-OUBTZVSYSA-N', 33.034],
  ['[3H]c1ccccc1', 'UHOVQNZJYSORNB-CNRUNOGKSA-N', 80.122],
])('C24: keeps the isotopes of %s', async (smiles, inchikey, mass) => {
  const { result } = await rdkit.ask('describe', molecule(smiles), options);
  expect(result).toMatchObject({ inchikey });
  expect(result!.descriptors.amw).toBeCloseTo(mass, 2);
});
