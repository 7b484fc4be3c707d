import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadStructures } from '../shared/structure/refusals.ts';
import { structureInput, structureText, ubiquitinWith } from '../shared/structure/testStructures.ts';
import { checkAndRun } from '../shared/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type reportItem } from './tool.ts';

const tool = { contract, check, run };
type Report = Static<typeof reportItem>;
const prepare = (file: string, settings = {}) => checkAndRun(tool, [structureInput('structure', file)], settings);
const atomLines = (text: string) => text.split('\n').filter((line) => /^(ATOM|HETATM)/.test(line));

it('writes a file that begins with HEADER and ends with END, without hydrogens, waters and MSE', async () => {
  const done = await prepare('1A8O.pdb');
  const [receptor] = done.files;
  expect(receptor).toMatchObject({ port: 'receptor', name: 'receptor-0001.pdb' });
  expect(receptor!.text).toMatch(
    /^HEADER {4}STRUCTURE {31}01-JAN-70 {3}1A8O {14}\nCOMPND {4}MOL_ID: 1; {60}\nATOM {6}1 {2}N {3}MET A 151 /,
  );
  expect(receptor!.text).toMatch(/\nTER {5}557 {6}GLY A 220 {54}\nEND\n$/);
  expect(atomLines(receptor!.text)).toHaveLength(556);
  expect(done.values<Report>('report')[0]).toMatchObject({
    residues: 70,
    atoms: 556,
    chains: [{ source: 'A', written: 'A' }],
    waters: 88,
    selenomethionines: 4,
  });
});

it('is the same from both formats of an entry, and when it is given its own output', async () => {
  const [pdb, cif] = [await prepare('1A8O.pdb'), await prepare('1A8O.cif')];
  expect(cif.files[0]!.text).toBe(pdb.files[0]!.text);
  const again = await checkAndRun(tool, [structureText('structure', pdb.files[0]!.text)]);
  expect(again.files[0]!.text).toBe(pdb.files[0]!.text);
});

it.each([
  ['split', 924, 4],
  ['keep', 941, 0],
  ['drop', 924, 0],
])('ligands: %s', async (ligands, atoms, files) => {
  const done = await prepare('4CUP.cif', { ligands });
  expect(atomLines(done.files[0]!.text)).toHaveLength(atoms);
  expect(done.files.slice(1)).toHaveLength(files);
  expect(done.values<Report>('report')[0]).toMatchObject({ ligand_count: 4, atoms });
});

it('splits ligands into a file each', async () => {
  const done = await prepare('4CUP.cif');
  expect(done.values<Report>('report')[0]!.ligands[0]).toEqual({
    residue: 'A:ZYB2971',
    atoms: 11,
    file: 'ligand-1-0001.pdb',
  });
  expect(atomLines(done.files[1]!.text)).toHaveLength(11);
  expect(done.files[1]!.text).toMatch(/\nHETATM .* ZYB A2971 /);
});

it('keeps hydrogens and waters where it is asked to', async () => {
  expect(atomLines((await prepare('1sp1.pdb')).files[0]!.text)).toHaveLength(246);
  expect(atomLines((await prepare('1sp1.pdb', { keep_hydrogens: true })).files[0]!.text)).toHaveLength(503);
  expect(atomLines((await prepare('1ubq.pdb', { keep_waters: true })).files[0]!.text)).toHaveLength(660);
});

it('keeps the chains that are named', async () => {
  const two = ubiquitinWith((line) => line) + ubiquitinWith((line) => `${line.slice(0, 21)}B${line.slice(22)}`);
  const done = await checkAndRun(tool, [structureText('structure', two)], { chains: ['B'] });
  expect(done.values<Report>('report')[0]).toMatchObject({ residues: 76, chains: [{ source: 'B', written: 'B' }] });
});

describe('refuses', () => {
  refusesBadStructures(tool, 'structure', 'polymer');

  it.each([
    [{ chains: ['X'] }, "none of settings.chains is a chain of this structure; it has 'A'"],
    [{ model: 2 }, 'the file has 1 models, there is no model 2'],
  ])('%j', (settings, message) => {
    const { problems } = checkRequest(contract, check, [structureInput('structure', '1ubq.pdb')], settings).verdict;
    expect(problems).toEqual([{ path: 'input.inputs[0].content', message }]);
  });
});
