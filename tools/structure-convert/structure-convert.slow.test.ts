// @module-tag native

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { runPython } from '../shared/native/runPython.ts';
import { readTestData } from '../testdata/read.ts';
import { caseInput } from '../testing/testCases.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { structureInput, structureText } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Input = ReturnType<typeof structureText>;
const convert = (input: Input, settings = {}) => runNative(tool, [input], settings);
const coordinates = (pdb: string) => pdb.match(/^(ATOM|HETATM).{60}/gm)!.map((line) => line.slice(12));
const signal = new AbortController().signal;

function folder(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'rotamer-convert-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  return cwd;
}

/** Returns the atoms of each model of each file as Biopython reads them. One process reads all, because it starts slowly. */
async function biopython(files: { text: string; format: string }[]): Promise<string[][][]> {
  const cwd = folder();
  for (const [i, { text }] of files.entries()) writeFileSync(join(cwd, `file${i}`), text);
  const request = { files: files.map(({ format }, i) => [`file${i}`, format]) };
  const script = join(import.meta.dirname, 'readers.py');
  return (await runPython<string[][][]>({ script, request, cwd, signal }))!;
}

describe('structure-convert with its program', () => {
  it('converts ubiquitin to mmCIF and back without changing an atom', async () => {
    const cif = (await convert(structureInput('structure', '1ubq.pdb'))).files[0]!;
    expect(cif.name).toBe('structure-0001.cif');
    const back = (await convert(structureText('structure', cif.text, 'MMCIF'), { to: 'PDB' })).files[0]!;
    expect(coordinates(back.text)).toEqual(coordinates(readTestData('structures/1ubq.pdb')));
  });

  it('writes mmCIF in which residues are found, also of a file without its sequence', async () => {
    const cif = (await convert(structureInput('structure', 'd1crj__.pdb'))).files[0]!;
    const done = await convert(structureText('structure', cif.text, 'MMCIF'), { to: 'MMJSON' });
    expect(done.values('converted')).toEqual([
      expect.objectContaining({ file: 'structure-0001.json', atoms_in: 847, atoms_out: 847, models: 1 }),
    ]);
  });

  // Mol* 5.6.1 counts 76 and 3 residues of polymers in these files, and none without the types.
  it('writes the types of components', async () => {
    const typesOf = async (file: string) => {
      const { text } = (await convert(structureInput('structure', file))).files[0]!;
      return text
        .slice(text.indexOf('_chem_comp.type'))
        .split(/\n(?=loop_|#)/, 1)[0]!
        .split('\n');
    };
    expect(await typesOf('1ubq.pdb')).toEqual(
      expect.arrayContaining(["ALA 'L-peptide linking'", "GLY 'peptide linking'", 'HOH non-polymer']),
    );
    expect(await typesOf('dna3.pdb')).toEqual(expect.arrayContaining(["DA 'DNA linking'"]));
  });

  it('leaves out what the settings say', async () => {
    const atoms = async (file: string, settings: object) =>
      (await convert(structureInput('structure', file), { to: 'PDB', ...settings })).values<{ atoms_out: number }>(
        'converted',
      )[0]!.atoms_out;
    expect(await atoms('1ubq.pdb', { select: 'A//CA' })).toBe(76);
    expect(await atoms('1ubq.pdb', { remove_waters: true })).toBe(602);
    expect(await atoms('1A8O.cif', { remove_waters: true })).toBe(556);
    expect(await atoms('4CUP.cif', { remove_ligands_waters: true })).toBeLessThan(await atoms('4CUP.cif', {}));
    expect(await atoms('1sp1.pdb', { remove_hydrogens: true })).toBe(247);
  });

  it.each([
    ['selects nothing', 'X//CA', /^no atom is left; look at the selection/],
    ['means nothing to Gemmi', ')(', /^the selection is not in the syntax of Gemmi: /],
  ])('fails at a selection that %s', async (_, select, message) => {
    await expect(convert(structureInput('structure', '1ubq.pdb'), { select })).rejects.toThrow(message);
  });

  it('gives nothing when it was stopped', async () => {
    const stopped = { signal: AbortSignal.abort() };
    const done = await runNative(tool, [structureInput('structure', '1ubq.pdb')], {}, stopped);
    expect([done.items, done.files]).toEqual([[], []]);
  });
});

describe('what structure-convert wrote', () => {
  it('case S42: as mmCIF is read by Biopython with the atoms of the input', async () => {
    const atoms = { '1ubq.pdb': 660, '1A8O.cif': 644, '4CUP.cif': 1107, '5eep.pdb': 1064, '1sp1.pdb': 504 };
    const given = Object.keys(atoms).map((file) => structureInput('structure', file));
    const written: { text: string; format: string }[] = [];
    for (const input of given) written.push({ text: (await convert(input)).files[0]!.text, format: 'MMCIF' });
    const read = (await biopython([...written, ...given])).map(([first]) => first!.toSorted());
    for (const [i, [file, count]] of Object.entries(atoms).entries()) {
      expect([file, read[i]!.length]).toEqual([file, count]);
      expect(read[i]).toEqual(read[given.length + i]);
    }
  });

  it.each([
    ['1ubq.pdb', 76],
    ['1A8O.pdb', 70],
  ])('case S42: mkdssp finds all residues in mmCIF of %s', async (file, residues) => {
    const cwd = folder();
    writeFileSync(join(cwd, 'in.cif'), (await convert(structureInput('structure', file))).files[0]!.text);
    const order = { program: programs.mkdssp, args: ['--output-format=dssp', 'in.cif', 'out'], cwd, signal };
    await runProgram(order);
    expect(existsSync(join(cwd, 'out'))).toBe(true);
    const [, rows] = readFileSync(join(cwd, 'out'), 'utf8').split(/^ {2}# {2}RESIDUE.*\n/m);
    expect(rows!.trimEnd().split('\n')).toHaveLength(residues);
  });

  it('keeps all models and atoms of untidy files, as an independent parser confirms', async () => {
    const atoms = {
      'S01d_hybrid36_residues.pdb': [602],
      'S02a_segid_homodimer_no_chain_ids.pdb': [310],
      'S02b_TER_homodimer_no_chain_ids.pdb': [310],
      'S02c_segid_heterodimer_same_chain_id.pdb': [318],
      'S03a_vmd_frames_END_only.pdb': [550, 550, 550],
      'S03d_crystal_END_then_more.pdb': [602],
      'S04a_altloc_B_is_major.pdb': [605],
      'S06a_insertion_codes_33ABC.pdb': [602],
      'S08a_CSS_HETATM_in_chain.pdb': [603],
      'S09c_amber_terminals_and_charmm.pdb': [602],
      'S17_protein_with_nucleic_quotes.cif': [195],
      'S18c_auth_columns_only.cif': [155],
      'S18d_label_only_shuffled_extra.cif': [155],
      'S19_63_chains.cif': [1575],
      'S27_TIP3_POPC.pdb': [607],
    };
    const written: { text: string; format: string }[] = [];
    for (const [file, counts] of Object.entries(atoms)) {
      const done = await convert(caseInput('structure', file));
      expect([file, done.values('converted')]).toMatchObject([file, [{ atoms_out: counts[0], models: counts.length }]]);
      written.push({ text: done.files[0]!.text, format: 'MMCIF' });
    }
    const read = (await biopython(written)).map((models) => models.map(({ length }) => length));
    expect(Object.keys(atoms).map((file, i) => [file, read[i]])).toEqual(Object.entries(atoms));
  });

  it('case S27, S09c: keeps names of four letters in both formats', async () => {
    const written: { text: string; format: string }[] = [];
    for (const format of ['MMCIF', 'PDB']) {
      const { text } = (await convert(caseInput('structure', 'S27_TIP3_POPC.pdb'), { to: format })).files[0]!;
      expect(text).toMatch(/TIP3/);
      written.push({ text, format });
    }
    for (const [atoms] of await biopython(written))
      expect(atoms!.filter((atom) => / POPC| TIP3| TIP | POP /.test(atom)).length).toBeGreaterThan(3);
    const state = (await convert(caseInput('structure', 'S09c_amber_terminals_and_charmm.pdb'))).files[0]!.text;
    expect(state).toMatch(/ NMET .*\n/);
  });

  it('case S19: refuses more chains than a PDB file has ids for', async () => {
    const input = caseInput('structure', 'S19_63_chains.cif');
    await expect(convert(input, { to: 'PDB' })).rejects.toThrow(/63 chains do not fit in a PDB file/);
  });

  it('case S02a: gives chains of segments letters in a PDB file, with a warning', async () => {
    const done = await convert(caseInput('structure', 'S02a_segid_homodimer_no_chain_ids.pdb'), { to: 'PDB' });
    expect(new Set(done.files[0]!.text.match(/^ATOM.{17}./gm)!.map((line) => line.at(-1))).size).toBe(2);
    expect(done.values<{ warning: string }>('warnings')[0]!.warning).toMatch(
      /^in the PDB file chain PROA is ., chain PROB is ./,
    );
  });

  it.each([
    ['altlocs', 'S04a_altloc_B_is_major.pdb'],
    ['insertion codes', 'S06a_insertion_codes_33ABC.pdb'],
    ['numbers above 9999', 'S01d_hybrid36_residues.pdb'],
    ['modified residues', 'S08d_SEP_HETATM.pdb'],
    ['metals', 'S15_zinc_in_site.pdb'],
  ])('keeps %s from PDB to mmCIF and back', async (_, file) => {
    const input = caseInput('structure', file);
    const cif = (await convert(input)).files[0]!.text;
    const back = (await convert(structureText('structure', cif, 'MMCIF'), { to: 'PDB' })).files[0]!.text;
    const columns = (pdb: string) => pdb.match(/^(ATOM|HETATM).{60,74}/gm)!.map((line) => line.slice(12, 66).trimEnd());
    expect(columns(back)).toEqual(columns(input.text));
  });

  it('keeps charges', async () => {
    const charged = readTestData('structures/1ubq.pdb').replace(/^(ATOM.{9}NZ {2}LYS A {2}27.{50} N)../m, '$11+');
    expect(charged).toContain(' N1+');
    const cif = (await convert(structureText('structure', charged))).files[0]!.text;
    const back = (await convert(structureText('structure', cif, 'MMCIF'), { to: 'PDB' })).files[0]!.text;
    expect(back.match(/^ATOM.*N1\+$/gm)).toHaveLength(1);
  });
});
