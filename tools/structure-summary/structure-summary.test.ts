import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { readTestData } from '../testdata/read.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type summaryItem } from './tool.ts';

const tool = { contract, check, run };
type Item = Static<typeof summaryItem>;
const summaries = async (...files: string[]) =>
  (
    await checkAndRun(
      tool,
      files.map((file, i) => structureInput('structures', file, `${i}`)),
    )
  ).values<Item>('summary');

describe('known answers', () => {
  it('1UBQ', async () => {
    expect((await summaries('1ubq.pdb'))[0]).toMatchObject({
      id: '1UBQ',
      resolution: 1.8,
      models: 1,
      polymer_atoms: 602,
      chains: [{ id: 'A', type: 'protein', residues: 76, first: '1', last: '76', gaps: 0 }],
      ligands: [],
      waters: 58,
      radius_of_gyration: expect.closeTo(11.788, 3),
      mean_b: expect.closeTo(13.41, 2),
    });
  });

  it('gives the same for 1A8O in both formats', async () => {
    const [pdb, cif] = await summaries('1A8O.pdb', '1A8O.cif');
    expect(pdb).toMatchObject({
      polymer_atoms: 556,
      waters: 88,
      chains: [{ residues: 70, first: '151', last: '220' }],
      radius_of_gyration: expect.closeTo(11.251, 3),
    });
    expect({ ...cif, title: '' }).toEqual({ ...pdb, structure: '1A8O_2', title: '' });
  });

  it('finds two kinds of ligands in 4CUP', async () => {
    expect((await summaries('4CUP.cif'))[0]).toMatchObject({
      chains: [{ residues: 115, first: '1856', last: '1970' }],
      ligands: ['ZYB', 'MOH'],
      ligand_count: 4,
    });
  });
});

it('writes the sequences of the protein chains', async () => {
  const done = await checkAndRun(tool, [structureInput('structures', '1ubq.pdb')]);
  expect(done.files[0]!.text).toMatch(/^>1UBQ_A\nMQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYN\n/);
});

it('counts gaps where residue numbers jump', async () => {
  const text = ubiquitinWith((line) => (/^ (10|11|40)$/.test(line.slice(23, 26)) ? [] : line));
  const done = await checkAndRun(tool, [structureText('structures', text)]);
  expect(done.values<Item>('summary')[0]!.chains[0]).toMatchObject({ residues: 73, gaps: 2 });
});

it('describes nucleic acids', async () => {
  const text = ubiquitinWith((line) => `${line.slice(0, 17)} DA${line.slice(20)}`);
  const done = await checkAndRun(tool, [structureText('structures', text)]);
  expect(done.values<Item>('summary')[0]!.chains[0]).toMatchObject({ type: 'nucleic acid', residues: 76 });
  expect(done.files).toEqual([]);
});

it('keeps its results when it is stopped', async () => {
  const stop = new AbortController();
  const inputs = ['1', '2', '3'].map((id) => structureInput('structures', '1ubq.pdb', id));
  const onProgress = () => stop.abort();
  const done = await checkAndRun(tool, inputs, {}, { signal: stop.signal, onProgress });
  expect(done.values('summary')).toHaveLength(1);
});

describe('refuses', () => refusesBadStructures(tool, 'structures', 'polymer'));

describe('cases', () => {
  const summaryOf = async (file: string, settings = {}) => {
    const text = readTestData(`cases/structure/${file}`);
    const input = structureText('structures', text, file.endsWith('.cif') ? 'MMCIF' : 'PDB');
    return checkAndRun(tool, [input], settings);
  };
  const first = (done: Awaited<ReturnType<typeof summaryOf>>) => done.values<Item>('summary')[0]!;

  it.each([
    ['S02a_segid_homodimer_no_chain_ids.pdb', 310, [20, 20]],
    ['S02b_TER_homodimer_no_chain_ids.pdb', 310, [20, 20]],
    ['S02c_segid_heterodimer_same_chain_id.pdb', 318, [20, 20]],
    ['S03d_crystal_END_then_more.pdb', 602, [76]],
    ['S08a_CSS_HETATM_in_chain.pdb', 603, [76]],
    ['S12a_second_chain_CA_only.pdb', 610, [76, 8]],
  ])('case %s: counts all atoms and residues', async (file, atoms, residues) => {
    const summary = first(await summaryOf(file));
    expect([summary.polymer_atoms, summary.chains.map((chain) => chain.residues)]).toEqual([atoms, residues]);
    expect(summary.chains.every(({ gaps }) => gaps === 0)).toBe(true);
  });

  it('case S02a: names chains by their segments, with a warning', async () => {
    const done = await summaryOf('S02a_segid_homodimer_no_chain_ids.pdb');
    expect(first(done).chains).toMatchObject([
      { id: 'PROA', id_from: 'segment PROA' },
      { id: 'PROB', id_from: 'segment PROB' },
    ]);
    expect(done.values('warnings')).toHaveLength(1);
    expect(done.files[0]!.text).toMatch(/^>structure_1_PROA\n.*\n>structure_1_PROB\n/);
  });

  it('case S03a: counts frames, and reads the requested one', async () => {
    const done = await summaryOf('S03a_vmd_frames_END_only.pdb', { model: 3 });
    expect(first(done)).toMatchObject({ models: 3, polymer_atoms: 550 });
    expect(done.values('left_out')).toMatchObject([{ what: 'model', name: '1, 2', count: 2 }]);
  });

  it('case S08a: compares the residues with the sequence declared in the file', async () => {
    expect(first(await summaryOf('S08a_CSS_HETATM_in_chain.pdb')).chains[0]).toMatchObject({
      sequence_residues: 76,
      modified: ['CSS20'],
      missing_atoms: 0,
    });
  });

  it('case S08c: does not count caps as residues', async () => {
    expect(first(await summaryOf('S08c_ACE_NME_caps_and_D_valine.pdb'))).toMatchObject({
      ligand_count: 0,
      chains: [{ residues: 76, first: '1', last: '76', caps: ['ACE', 'NME'], modified: ['DVA5'] }],
    });
  });

  it('case S04a: counts alternate locations, and names them', async () => {
    const done = await summaryOf('S04a_altloc_B_is_major.pdb');
    expect(first(done)).toMatchObject({ alternate_atoms: 3, alternate_residues: 1, missing_atoms: 0 });
    expect(done.values('left_out')).toMatchObject([{ what: 'alternate', name: 'A:LYS6 altloc A' }]);
  });

  it('case S12b: reads the requested chains', async () => {
    const done = await summaryOf('S12b_second_chain_CA_only_long.pdb', { chains: ['A'], residues: '1-10, A:70-76' });
    expect(first(done).chains).toMatchObject([{ id: 'A', residues: 17, first: '1', last: '76', gaps: 1 }]);
    expect(done.values('left_out')).toMatchObject([
      { what: 'chain', name: 'B' },
      { what: 'residue', count: 59 },
    ]);
  });

  it('case S19: reads 63 chains', async () => {
    expect(first(await summaryOf('S19_63_chains.cif')).chains).toHaveLength(63);
  });

  it('case S27: counts waters and lipids of force fields', async () => {
    expect(first(await summaryOf('S27_TIP3_POPC.pdb'))).toMatchObject({ waters: 1, ligands: ['POPC'] });
  });

  it('case S35: distinguishes pLDDT from B factors', async () => {
    const known = first(await summaryOf('S10a_no_header.pdb'));
    expect([known.mean_b, known.mean_plddt]).toEqual([expect.closeTo(13.41, 2), null]);
    // AlphaFold writes one value for all atoms of a residue.
    const plddt = (number: string) => (60 + (Number(number) % 40)).toFixed(2).padStart(6);
    const model = ubiquitinWith((line) => `${line.slice(0, 60)}${plddt(line.slice(22, 26))}${line.slice(66)}`);
    const done = await checkAndRun(tool, [structureText('structures', model)]);
    const values = model
      .trimEnd()
      .split('\n')
      .map((line) => Number(line.slice(60, 66)));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(first(done)).toMatchObject({ mean_b: null, mean_plddt: expect.closeTo(mean, 3) });
    expect(done.values('warnings')).toMatchObject([{ warning: expect.stringMatching(/pLDDT/) }]);
    const crystal = `CRYST1   50.840   42.770   28.950  90.00  90.00  90.00 P 21 21 21    4\n${model}`;
    expect(first(await checkAndRun(tool, [structureText('structures', crystal)])).mean_plddt).toBeNull();
    const named = `TITLE     ALPHAFOLD MONOMER V2.0 PREDICTION FOR UBIQUITIN\n${ubiquitinWith((line) => line)}`;
    expect(first(await checkAndRun(tool, [structureText('structures', named)])).mean_plddt).not.toBeNull();
  });
});
