import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type reportItem } from './tool.ts';

const tool = { contract, check, run };
type Report = Static<typeof reportItem>;
const prepare = (file: string, settings = {}) => checkAndRun(tool, [structureInput('structure', file)], settings);
const atomLines = (text: string) => text.split('\n').filter((line) => /^(ATOM|HETATM)/.test(line));

it('writes HEADER first and END last, without hydrogens, waters and MSE', async () => {
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

it('gives the same from both formats of an entry, and from its own output', async () => {
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

it('splits ligands into separate files', async () => {
  const done = await prepare('4CUP.cif');
  expect(done.values<Report>('report')[0]!.ligands[0]).toEqual({
    residue: 'A:ZYB2971',
    atoms: 11,
    file: 'ligand-1-0001.pdb',
  });
  expect(atomLines(done.files[1]!.text)).toHaveLength(11);
  expect(done.files[1]!.text).toMatch(/\nHETATM .* ZYB A2971 /);
});

it('keeps hydrogens and waters on request', async () => {
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
    [{ chains: ['X'] }, "none of settings.chains is a chain of this structure; its chains are 'A'"],
    [{ model: 2 }, 'the file has 1 models, there is no model 2'],
  ])('%j', (settings, message) => {
    const { problems } = checkRequest(contract, check, [structureInput('structure', '1ubq.pdb')], settings).verdict;
    expect(problems).toEqual([{ path: 'input.inputs[0].content', message }]);
  });
});

describe('cases', () => {
  const prepareCase = (file: string, settings = {}) => {
    const text = readTestData(`cases/structure/${file}`);
    return checkAndRun(tool, [structureText('structure', text, file.endsWith('.cif') ? 'MMCIF' : 'PDB')], settings);
  };

  it('case S40b: writes all atoms of a ligand whose atoms share names, with unique names', async () => {
    const done = await prepareCase('S40b_complex_ligand_names_repeat.pdb');
    const lines = atomLines(done.files.find(({ port }) => port === 'ligands')!.text);
    expect(lines).toHaveLength(11);
    expect(new Set(lines.map((line) => line.slice(12, 16))).size).toBe(11);
    expect(done.values<Report>('report')[0]).toMatchObject({ removed_alternates: 0, ligands: [{ atoms: 11 }] });
    expect(done.values('warnings')).toMatchObject([
      { warning: expect.stringMatching(/names of their own in B:UNL1$/) },
    ]);
  });

  it.each(['S02a_segid_homodimer_no_chain_ids.pdb', 'S02b_TER_homodimer_no_chain_ids.pdb'])(
    'case %s: writes both chains, and reads them again as two',
    async (file) => {
      const done = await prepareCase(file);
      expect(done.values<Report>('report')[0]).toMatchObject({
        ...{ residues: 40, atoms: 310, removed_alternates: 0, removed_variants: 0 },
        chains: [{ written: 'A' }, { written: 'B' }],
      });
      const again = await checkAndRun(tool, [structureText('structure', done.files[0]!.text)]);
      expect(again.files[0]!.text).toBe(done.files[0]!.text);
    },
  );

  it('case S04a: writes the requested alternate location', async () => {
    const z = async (settings: object) =>
      (await prepareCase('S04a_altloc_B_is_major.pdb', settings)).files[0]!.text.match(
        / NZ {2}LYS A {3}6 .{19}(.{8})/,
      )![1]!;
    expect([await z({}), await z({ altloc: 'A' }), await z({ altloc: 'first' })]).toEqual([
      '  16.907',
      '  14.907',
      '  14.907',
    ]);
  });

  it('case S15: keeps named ions in the receptor, and names what it removes', async () => {
    const removed = await prepareCase('S15_zinc_in_site.pdb', { ligands: 'drop' });
    expect(removed.values('left_out')).toMatchObject([{ what: 'metal', name: expect.stringMatching(/:ZN/), count: 1 }]);
    const kept = await prepareCase('S15_zinc_in_site.pdb', { ligands: 'drop', keep: ['zn'] });
    expect(kept.values('left_out')).toEqual([]);
    expect(kept.files[0]!.text).toMatch(/^HETATM.*ZN +ZN /m);
  });

  it('case S08d: replaces modified residues by standard ones on request, with a warning', async () => {
    const kept = await prepareCase('S08d_SEP_HETATM.pdb');
    expect(atomLines(kept.files[0]!.text).filter((line) => line.startsWith('HETATM'))).toHaveLength(10);
    const done = await prepareCase('S08d_SEP_HETATM.pdb', { modified_to_parent: true });
    expect(done.values<Report>('report')[0]).toMatchObject({ residues: 76, atoms: 602, replaced: ['A:SEP20 as SER'] });
    expect(done.files[0]!.text).not.toMatch(/HETATM|SEP/);
  });

  it('case S01d: writes numbers above 9,999 as hybrid-36', async () => {
    expect((await prepareCase('S01d_hybrid36_residues.pdb')).files[0]!.text).toMatch(/ GLN AA000 /);
  });

  it('writes mmCIF that gives the same structure again', async () => {
    for (const file of [
      'S06a_insertion_codes_33ABC.pdb',
      'S08c_ACE_NME_caps_and_D_valine.pdb',
      'S17_protein_with_nucleic_quotes.cif',
    ]) {
      const done = await prepareCase(file, { mmcif: true, ligands: 'keep', keep_waters: true });
      const cif = done.files.find(({ port }) => port === 'mmcif')!.text;
      const again = await checkAndRun(tool, [structureText('structure', cif, 'MMCIF')], {
        ligands: 'keep',
        keep_waters: true,
      });
      expect(again.files[0]!.text.split('\n').slice(1)).toEqual(done.files[0]!.text.split('\n').slice(1));
    }
  });
});
