// @module-tag native

import { long } from '@rotamer/kit/testing/long.ts';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { readTestData } from '../testdata/read.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import type { TestRun } from '../testing/testRun.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { seqres, ubiquitinSequence } from './testing/testSequence.ts';
import { contract, type residueItem, type summaryItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Summary = Static<typeof summaryItem>;
type Row = Static<typeof residueItem>;

const atomLines = (text: string) => text.split('\n').filter((line) => /^(ATOM|HETATM)/.test(line));
const isHydrogen = (line: string) => line.slice(76, 78) === ' H';
const numberOf = (line: string) => Number(line.slice(22, 26));
/** Returns chain, number, residue, atom and coordinates of a line. */
const placeOf = (line: string) => `${line.slice(12, 27)} ${line.slice(30, 54)}`;
const vectorOf = (line: string) => [30, 38, 46].map((at) => Number(line.slice(at, at + 8)));
const distance = (a: string, b: string) => Math.hypot(...vectorOf(a).map((value, i) => value - vectorOf(b)[i]!));

/** Returns ubiquitin without a loop, the tail, and the ends of three side chains. */
const damaged = () =>
  ubiquitinWith((line) => {
    const [number, atom] = [numberOf(line), line.slice(12, 16).trim()];
    if ((number >= 8 && number <= 10) || number >= 75) return [];
    const isCut = [27, 42, 59].includes(number) && !['N', 'CA', 'C', 'O', 'CB'].includes(atom);
    return isCut ? [] : line;
  });

const lysine = (more = {}) => ({ chain: 'A', number: 27, insertion: '', residue: 'LYS', action: 'completed', ...more });

describe('structure-repair', () => {
  let repairing: Promise<TestRun> | undefined;
  const whole = seqres('A', ubiquitinSequence) + damaged();
  const repaired = () =>
    (repairing ??= runNative(tool, [structureText('structure', whole)], { missing_residues: 'all' }));

  it('completes damaged ubiquitin to the atoms of 1UBQ, without moving existing atoms', async () => {
    const done = await repaired();
    // 1UBQ has 602 heavy atoms. PDB2PQR 3.5.2 gives it 629 hydrogens at its default states (1,231 atoms).
    expect(done.values<Summary>('summary')[0]).toMatchObject({
      residues: 76,
      atoms: 1231,
      residues_added: 5,
      hydrogens_added: 629,
    });
    const lines = atomLines(done.files[0]!.text);
    const heavy = lines.filter((line) => !isHydrogen(line));
    const name = (line: string) => line.slice(12, 27);
    expect(heavy.map(name).sort()).toEqual(
      atomLines(ubiquitinWith((line) => line))
        .map(name)
        .sort(),
    );
    const written = new Set(heavy.map(placeOf));
    expect(atomLines(whole).filter((line) => !written.has(placeOf(line)))).toEqual([]);
    const rows = done.values<Row>('residues');
    expect(rows.map(({ residue, number, action }) => `${residue}${number} ${action}`)).toEqual([
      ...['LEU8', 'THR9', 'GLY10'].map((each) => `${each} added`),
      ...['LYS27', 'ARG42', 'TYR59'].map((each) => `${each} completed`),
      ...['GLY75', 'GLY76'].map((each) => `${each} added`),
    ]);
    expect(rows.find(({ number }) => number === 27)).toMatchObject(
      lysine({ added: ['CG', 'CD', 'CE', 'NZ'], removed: [] }),
    );
    // The rows must list exactly the atoms that the input lacked.
    const added = rows.reduce((sum, row) => sum + row.added.length, 0);
    expect(heavy.length - atomLines(whole).length).toBe(added);
  });

  it('builds bonds and distances that proteins have', async () => {
    const done = await repaired();
    const lines = atomLines(done.files[0]!.text);
    const find = (number: number, atom: string) =>
      lines.find((line) => numberOf(line) === number && line.slice(12, 16).trim() === atom)!;
    for (const number of [7, 8, 9, 10, 74, 75]) {
      const bond = distance(find(number, 'C'), find(number + 1, 'N'));
      expect(bond, `peptide bond after ${number}`).toBeGreaterThan(1.2);
      expect(bond, `peptide bond after ${number}`).toBeLessThan(1.5);
    }
    expect(done.values<Summary>('summary')[0]!.closest_contact).toBeGreaterThan(2);
    // Averages of neutron and X-ray structures: N-H 1.01, C-H 1.09 Å.
    for (let number = 2; number <= 76; number++) {
      if (find(number, 'H')) expect(distance(find(number, 'N'), find(number, 'H'))).toBeCloseTo(1.01, 1);
      const alpha = find(number, 'HA') ?? find(number, 'HA2');
      expect(distance(find(number, 'CA'), alpha)).toBeCloseTo(1.09, 1);
    }
    // PDB2PQR 3.5.2 on 1UBQ: the amide of Q2 and pro-S HB2 of K6, which depend only on heavy atoms.
    const q2 = vectorOf(find(2, 'H'));
    for (const [i, value] of pdb2pqrQ2H.entries()) expect(Math.abs(q2[i]! - value)).toBeLessThan(0.15);
    const k6 = vectorOf(find(6, 'HB2'));
    for (const [i, value] of pdb2pqrK6HB2.entries()) expect(Math.abs(k6[i]! - value)).toBeLessThan(0.15);
  });

  it('adds what the settings say, and names the rest', async () => {
    const settings = { add_hydrogens: false, missing_atoms: false };
    const done = await runNative(tool, [structureText('structure', whole)], settings);
    const rows = done.values<Row>('residues');
    expect(rows.map(({ number }) => number)).toEqual([8, 9, 10]);
    expect(done.values('left_out')).toMatchObject([
      { what: 'residue', name: 'GLY after A:ARG74, GLY after A:ARG74', count: 2 },
    ]);
    const none = await runNative(tool, [structureText('structure', damaged())], { add_hydrogens: false });
    expect(none.values<{ warning: string }>('warnings').map(({ warning }) => warning)).toContain(
      'the chain is broken between A:THR7 and A:LYS11, and no sequence says what is missing there',
    );
  });

  it('replaces selenomethionine by its parent, with the atoms of methionine', async () => {
    const done = await runNative(tool, [structureInput('structure', '1A8O.cif')], {
      heterogens: 'drop',
      add_hydrogens: false,
    });
    const rows = done.values<Row>('residues');
    const replaced = rows.filter(({ action }) => action === 'replaced');
    expect(replaced.map(({ number, replaces }) => `${replaces}${number}`)).toEqual([
      'MSE151',
      'MSE185',
      'MSE214',
      'MSE215',
    ]);
    for (const row of replaced) expect(row).toMatchObject({ residue: 'MET', added: ['SD'], removed: ['SE'] });
    const heavy = atomLines(done.files[0]!.text).filter((line) => !isHydrogen(line));
    // 556 atoms of the polymer (structure-prepare), and the oxygen of the last residue.
    expect(heavy).toHaveLength(
      556 + rows.filter(({ action }) => action === 'completed').flatMap(({ added }) => added).length,
    );
    expect(done.values('left_out')).toMatchObject([{ what: 'water', count: 88 }]);
    const kept = await runNative(tool, [structureInput('structure', '1A8O.cif')], {
      modified: 'keep',
      add_hydrogens: false,
    });
    expect(kept.files[0]!.text).toMatch(/SE {3}MSE A 151/);
  });

  const noHydrogens = { add_hydrogens: false, missing_residues: 'none' };
  it('finds the same with any chain id and any position of the molecule', async () => {
    const turned = (line: string) => {
      const [x, y, z] = vectorOf(line).map((value) => value!.toFixed(3).padStart(8));
      const minusX = (-Number(x)).toFixed(3).padStart(8);
      return `${line.slice(0, 21)}Q${line.slice(22, 30)}${y}${minusX}${z}${line.slice(54)}`;
    };
    const turnedText = atomLines(damaged()).map(turned).join('\n');
    const of = async (text: string, chain: string) => {
      const done = await runNative(
        tool,
        [structureText('structure', seqres(chain, ubiquitinSequence) + text)],
        noHydrogens,
      );
      const { closest_contact: _, ...summary } = done.values<Summary>('summary')[0]!;
      return [summary, done.values<Row>('residues').map((row) => ({ ...row, chain: '' }))];
    };
    expect(await of(turnedText, 'Q')).toEqual(await of(damaged(), 'A'));
  });

  it('keeps ligands where they are, without hydrogens, with a warning', async () => {
    // The ligand and the first residues of its protein: each residue that is completed takes its time.
    const text = readTestData('structures/4CUP.cif')
      .split('\n')
      .filter((line) => !line.startsWith('ATOM') || Number(line.split(/\s+/)[8]) <= 12)
      .join('\n');
    const done = await runNative(tool, [structureText('structure', text, 'MMCIF')], { missing_residues: 'none' });
    expect(atomLines(done.files[0]!.text).filter((line) => /ZYB/.test(line.slice(17, 20)))).toHaveLength(11);
    expect(done.values<{ warning: string }>('warnings').map(({ warning }) => warning)).toContainEqual(
      expect.stringMatching(/^no hydrogens were added, because only standard residues have known ones: .*ZYB/),
    );
  });

  it('gives nothing when it was stopped', async () => {
    const done = await runNative(tool, [structureInput('structure', '1ubq.pdb')], {}, { signal: AbortSignal.abort() });
    expect([done.items, done.files]).toEqual([[], []]);
  });

  const namesOfDna: [string, (line: string) => string][] = [
    ['names of today', (line) => line],
    [
      'names before 2007',
      (line) =>
        line
          .replace(' D', '  ')
          .replace(/'/, '*')
          .replace(/OP([12])/, 'O$1P'),
    ],
  ];
  // Old names are read as those of today, which are written.
  it.each(long ? namesOfDna : namesOfDna.slice(1))(
    'keeps the atoms of DNA next to a protein: %s',
    async (_, change) => {
      const protein = ubiquitinWith((line) => (numberOf(line) <= 12 ? line : []));
      const text = `${protein}TER\n${readTestData('structures/dna3.pdb').split('\n').map(change).join('\n')}`;
      const done = await runNative(tool, [structureText('structure', text)]);
      expect(done.values('summary')).toMatchObject([{ residues: 15, heavy_atoms_added: 1, residues_added: 0 }]);
      const lines = done.files[0]!.text.split('\n').filter((line) => /^ATOM.{17}B/.test(line));
      expect(lines.filter((line) => line.slice(76, 78) !== ' H')).toHaveLength(59);
      expect(new Set(lines.map((line) => line.slice(17, 20)))).toEqual(new Set([' DA', ' DG', ' DC']));
    },
  );

  it('builds residues of loops as L-amino acids', async () => {
    // The residues around the loop suffice: the time grows with their number.
    const isKept = (number: number) => number >= 40 && number <= 72 && (number < 52 || number > 54);
    const text = ubiquitinWith((line) => (isKept(numberOf(line)) ? line : []));
    const sequence = seqres('A', ubiquitinSequence.slice(39, 72));
    const done = await runNative(tool, [structureText('structure', sequence + text)], { add_hydrogens: false });
    const lines = atomLines(done.files[0]!.text);
    const [n, ca, c, cb] = [' N  ', ' CA ', ' C  ', ' CB '].map((atom) =>
      vectorOf(lines.find((line) => numberOf(line) === 54 && line.slice(12, 16) === atom)!),
    ) as [number[], number[], number[], number[]];
    const [a, b, d] = [n, c, cb].map((place) => place.map((value, axis) => value - ca[axis]!)) as number[][];
    const volume = [0, 1, 2].reduce((sum, x) => {
      const [y, z] = [(x + 1) % 3, (x + 2) % 3];
      return sum + (a![y]! * b![z]! - a![z]! * b![y]!) * d![x]!;
    }, 0);
    // L-alanine has a volume of 2.6 cubic ångström, its mirror image -2.6. Built loops are strained.
    expect(volume).toBeGreaterThan(1);
    expect(
      done
        .values<{ warning: string }>('warnings')
        .map(({ warning }) => warning)
        .join(),
    ).not.toContain('D-amino');
  });
});

const pdb2pqrQ2H = [25.548, 27.761, 2.614];
const pdb2pqrK6HB2 = [25.735, 37.429, 13.453];
