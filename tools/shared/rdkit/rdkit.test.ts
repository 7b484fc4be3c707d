import { afterAll, expect, it, vi } from 'vitest';
import { parseSmilesList } from '../molecules.ts';
import { Rdkit } from './rdkit.ts';

// Toolkits load in a second, and in many where the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const rdkit = new Rdkit();
afterAll(() => rdkit[Symbol.asyncDispose]());

const molecule = (smiles: string) => parseSmilesList(smiles, { maxRecords: 1 }).records[0]!;
const options = { largestFragment: true };

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
