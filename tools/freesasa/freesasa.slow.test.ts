// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { caseInput } from '../testing/testCases.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type residueItem, type totalItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Total = Static<typeof totalItem>;
const totals = async (file: string, settings = {}) =>
  (await runNative(tool, [structureInput('structure', file)], settings)).values<Total>('totals')[0]!;

describe('freesasa with its program', () => {
  it('measures ubiquitin by both algorithms', async () => {
    expect(await totals('1ubq.pdb')).toMatchObject({ chain: null, total: 4804.06, apolar: 2299.84, polar: 2504.22 });
    const settings = { algorithm: 'shrake-rupley', resolution: 1000 };
    expect(await totals('1ubq.pdb', settings)).toMatchObject({ total: 4802.21 });
  });

  it('gives an entry with MSE the same area from both formats', async () => {
    expect((await totals('1A8O.pdb')).total).toBe(4638.56);
    expect((await totals('1A8O.cif')).total).toBe(4638.56);
  });

  it('computes chains separately on request', async () => {
    const shift = (line: string) => (Number(line.slice(30, 38)) + 100).toFixed(3).padStart(8);
    const moved = ubiquitinWith((line) => `${line.slice(0, 21)}B${line.slice(22, 30)}${shift(line)}${line.slice(38)}`);
    const input = structureText('structure', ubiquitinWith((line) => line) + moved);
    const done = await runNative(tool, [input], { separate_chains: true });
    expect(done.values<Total>('totals').map(({ chain, total }) => [chain, total])).toEqual([
      ['A', 4804.06],
      ['B', 4804.06],
    ]);
    expect(done.values('residues')).toHaveLength(152);
  });
});

describe('freesasa with files that people have', () => {
  const ofCase = (file: string, settings = {}) => runNative(tool, [caseInput('structure', file)], settings);

  it('case S08c: caps belong to the chain, and have an area', async () => {
    const done = await ofCase('S08c_ACE_NME_caps_and_D_valine.pdb');
    const residues = done.values<Static<typeof residueItem>>('residues');
    expect(residues).toHaveLength(78);
    const sum = residues.reduce((all, { total }) => all + total, 0);
    expect(sum).toBeCloseTo(done.values<Total>('totals')[0]!.total, 1);
  });

  it.each([
    // Areas from FreeSASA 2.1.2 run directly on the file. Structures with modified or other residues have another area
    // than 1UBQ.
    ['S08d', 'S08d_SEP_HETATM.pdb', 4810.09],
    ['S09a', 'S09a_HIE_HID.pdb', 4804.06],
    ['S09c', 'S09c_amber_terminals_and_charmm.pdb', 4804.06],
    ['S09d', 'S09d_HIP.pdb', 4804.06],
    ['S01d', 'S01d_hybrid36_residues.pdb', 4804.06],
    ['S06a', 'S06a_insertion_codes_33ABC.pdb', 4804.06],
    ['S15', 'S15_zinc_in_site.pdb', 4804.06],
  ])('case %s and S46: classes add up to the total, residues to the structure', async (_, file, total) => {
    const done = await ofCase(file);
    const [row] = done.values<Total>('totals');
    expect(row!.total).toBe(total);
    expect(row!.polar + row!.apolar + row!.unknown).toBeCloseTo(row!.total, 1);
    const residues = done.values<Static<typeof residueItem>>('residues');
    expect(residues).toHaveLength(76);
    const sum = (of: 'total' | 'polar' | 'unknown') => residues.reduce((all, residue) => all + residue[of], 0);
    for (const of of ['total', 'polar', 'unknown'] as const) expect(Math.abs(sum(of) - row![of])).toBeLessThan(0.5);
  });

  it('case S17: counts nucleic acids, or names them as left out', async () => {
    const [both, alone] = [
      await ofCase('S17_protein_with_nucleic_quotes.cif'),
      await ofCase('S17_protein_with_nucleic_quotes.cif', { nucleic_acids: false }),
    ];
    const chains = (done: typeof both) => new Set(done.values<{ chain: string }>('residues').map(({ chain }) => chain));
    expect([chains(both).size, chains(alone).size]).toEqual([2, 1]);
    expect(both.values('left_out')).toEqual([]);
    expect(alone.values('left_out')).toEqual([expect.objectContaining({ what: 'residue', count: 5 })]);
  });

  it('case S15: reports that a metal has no area, or counts it', async () => {
    const left = (await ofCase('S15_zinc_in_site.pdb')).values<{ what: string; name: string }>('left_out');
    expect(left).toContainEqual(expect.objectContaining({ what: 'metal', name: 'A:ZN201' }));
    expect((await ofCase('S15_zinc_in_site.pdb', { ligands: true })).values('residues')).toHaveLength(77);
  });

  it('gives groups of chains their own area, whose excess over the whole is buried', async () => {
    const shift = (line: string) => (Number(line.slice(30, 38)) + 25).toFixed(3).padStart(8);
    const text =
      ubiquitinWith((line) => line) +
      ubiquitinWith((line) => `${line.slice(0, 21)}B${line.slice(22, 30)}${shift(line)}${line.slice(38)}`);
    const done = await runNative(tool, [structureText('structure', text)], { chain_groups: ['A', 'B'] });
    const [whole, a, b] = done.values<Total>('totals');
    expect([whole!.chain, a, b]).toMatchObject([null, { chain: 'A', total: 4804.06 }, { chain: 'B', total: 4804.06 }]);
    expect(whole!.total).toBeLessThan(2 * 4804.06);
    expect(done.values('residues')).toHaveLength(152);
  });
});
