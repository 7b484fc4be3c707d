import { afterAll, expect, it, vi } from 'vitest';
import { parseSmilesList } from '../molecules.ts';
import { Rdkit } from './rdkit.ts';

// Loading the toolkits takes a second, but many seconds when the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const rdkit = new Rdkit();
afterAll(() => rdkit[Symbol.asyncDispose]());

const molecule = (smiles: string) => parseSmilesList(smiles, { maxRecords: 1 }).records[0]!;
const options = { parent: true };

it('replaces a thread that a molecule has broken', async () => {
  // The count is deliberately wrong: its limit would keep such a molecule from RDKit.
  const breaking = { ...molecule('C'.repeat(1400)), heavyAtoms: 1 };
  const { reason } = await rdkit.ask('describe', breaking, options);
  expect(reason).toMatch(/^RDKit cannot handle this molecule: .*memory/);
  const { result } = await rdkit.ask('describe', molecule('CC(=O)Oc1ccccc1C(=O)O'), options);
  expect(result).toMatchObject({ inchikey: 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N', formula: 'C9H8O4', heavyAtoms: 13 });
});

it('answers in the order of requests, even after it was closed', async () => {
  await rdkit[Symbol.asyncDispose]();
  const names = ['C', 'CC', 'CCC'];
  for (const smiles of names)
    expect((await rdkit.ask('describe', molecule(smiles), options)).result?.smiles).toBe(smiles);
});

it('keeps the larger part in any order', async () => {
  for (const salt of ['Cl.NCC(=O)O', 'NCC(=O)O.Cl'])
    expect((await rdkit.ask('describe', molecule(salt), options)).result).toMatchObject({ smiles: 'NCC(=O)O' });
});

it('names the extension of a CXSMILES that RDKit cannot read', async () => {
  const { reason } = await rdkit.ask('describe', molecule('F[C@@H](Cl)Br |w:0|'), options);
  expect(reason).toBe('RDKit cannot read the extension |w:0|, but it reads the SMILES without the extension');
});

it('returns null for a molecule without InChI', async () => {
  const { result } = await rdkit.ask('describe', molecule('*C'), options);
  expect(result).toMatchObject({ inchi: null, inchikey: null });
});

// Masses and keys were computed by RDKit 2026.09.1 in Python. PubChem has the same key of D2O.
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
