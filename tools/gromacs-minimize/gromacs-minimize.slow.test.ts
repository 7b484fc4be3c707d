// @module-tag native

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import type { Static } from 'typebox';
import { expect, it, onTestFinished } from 'vitest';
import { gmx, mdrun } from '../shared/gromacs/gmx.ts';
import { parseMinimisation } from '../shared/gromacs/minimisation.ts';
import { caseInput } from '../testing/testCases.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { peptide, twoPeptides } from '../testing/testProteins.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { structureInput } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type minimumItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Minimum = Static<typeof minimumItem>;
const ubiquitin = () => structureInput('structure', '1ubq.pdb');

describe('gromacs-minimize with its program', () => {
  it('relaxes ubiquitin and gives it its hydrogens', async () => {
    const done = await runNative(tool, [ubiquitin()]);
    const [minimum] = done.values<Minimum>('minimum');
    expect(minimum!.potential_kj_mol).toBeGreaterThan(-9_800);
    expect(minimum!.potential_kj_mol).toBeLessThan(-9_200);
    expect(minimum).toMatchObject({ steps: 501, converged: false });
    expect(done.reports.at(-1)).toEqual({ done: 500, total: 500 });
    const [pdb, log] = ['minimized', 'log'].map((port) => done.files.find((file) => file.port === port)!.text);
    expect(pdb!.match(/^ATOM/gm)).toHaveLength(1231);
    expect(pdb).toMatch(/^ATOM .* CD1 ILE A {3}3 /m);
    expect(pdb).toMatch(/^ATOM .* OXT GLY A {2}76 /m);
    expect(log).toContain('Steepest Descents');
    expect(log).not.toContain(hostname());
  });

  it('writes all decimals, so that the file has the energy of its row', async () => {
    const workdir = mkdtempSync(join(tmpdir(), 'rotamer-gmx-'));
    onTestFinished(() => rmSync(workdir, { recursive: true, force: true }));
    const done = await checkAndRun(tool, [peptide()], { steps: 200 }, { workdir });
    const pdb = done.files.find(({ port }) => port === 'minimized')!.text;
    // With only three decimals of a nanometre, the last decimal in Å would always be 0.
    expect(new Set(pdb.match(/^ATOM.{34}/gm)!.map((line) => line.at(-1))).size).toBe(10);
    writeFileSync(join(workdir, 'written.pdb'), pdb);
    writeFileSync(
      join(workdir, 'once.mdp'),
      readFileSync(join(workdir, 'em.mdp'), 'utf8').replace(/nsteps.*/, 'nsteps = 0'),
    );
    const job = { workdir, signal: new AbortController().signal };
    await gmx(job, ['editconf', '-f', 'written.pdb', '-o', 'written.g96', '-d', '1.0']);
    await gmx(job, [
      'grompp',
      '-f',
      'once.mdp',
      '-c',
      'written.g96',
      '-p',
      'topology.top',
      '-o',
      'once.tpr',
      '-maxwarn',
      '9',
    ]);
    await mdrun(job, 'once');
    const again = parseMinimisation(readFileSync(join(workdir, 'once.log'), 'utf8'));
    expect(Math.abs(again.potential_kj_mol - done.values<Minimum>('minimum')[0]!.potential_kj_mol)).toBeLessThan(2);
  });

  it.each([
    ['S09a', 'S09a_HIE_HID.pdb', 1231, 'amber99sb-ildn'],
    ['S09c', 'S09c_amber_terminals_and_charmm.pdb', 1232, 'amber99sb-ildn'],
    ['S09c', 'S09c_amber_terminals_and_charmm.pdb', 1232, 'charmm27'],
    ['S09d', 'S09d_HIP.pdb', 1232, 'oplsaa'],
    ['S11b', 'S11b_last_O_is_OXT_only.pdb', 1231, 'amber99sb-ildn'],
  ])('case %s: keeps the protonation that names say (%s: %d atoms, %s)', async (_, file, atoms, forcefield) => {
    const done = await runNative(tool, [caseInput('structure', file)], { steps: 50, forcefield });
    const pdb = done.files.find(({ port }) => port === 'minimized')!.text;
    expect(pdb.match(/^ATOM/gm)).toHaveLength(atoms);
  });

  it('case S15, S06a: names what it leaves out, and keeps insertion codes', async () => {
    const done = await runNative(tool, [caseInput('structure', 'S15_zinc_in_site.pdb')], { steps: 50 });
    expect(done.values('left_out')).toContainEqual(expect.objectContaining({ what: 'metal', name: 'A:ZN201' }));
    const other = await runNative(tool, [caseInput('structure', 'S06a_insertion_codes_33ABC.pdb')], { steps: 50 });
    expect(other.files[0]!.text).toMatch(/^ATOM .* GLU A {2}33A/m);
  });

  const potentials: [string, number][] = [
    ['charmm27', -8_616],
    ['oplsaa', -14_110],
  ];
  it.each(long ? potentials : potentials.slice(0, 1))('minimises with %s', async (forcefield, potential) => {
    const done = await runNative(tool, [ubiquitin()], { forcefield, steps: 500 });
    expect(done.values<Minimum>('minimum')[0]!.potential_kj_mol / potential).toBeCloseTo(1, 1);
  });

  it('keeps chains and residue numbers separate, and reports convergence', async () => {
    const done = await runNative(tool, [twoPeptides()], { steps: 2_000, emtol: 500 });
    expect(done.values<Minimum>('minimum')[0]).toMatchObject({ converged: true });
    const pdb = done.files.find(({ port }) => port === 'minimized')!.text;
    const residues = new Set(pdb.match(/^ATOM.{13}(.{9})/gm)!.map((line) => line.slice(17, 26)));
    expect([...residues].map((residue) => residue.slice(4))).toEqual(
      ['X', 'Y'].flatMap((chain) => [24, 25, 26, 27, 28].map((number) => `${chain}  ${number}`)),
    );
  });

  it('writes no output when it is stopped in the middle', async () => {
    const stop = new AbortController();
    const options = { signal: stop.signal, onProgress: () => stop.abort() };
    const done = await runNative(tool, [ubiquitin()], { steps: 5_000, emtol: 10 }, options);
    expect([done.items, done.files]).toEqual([[], []]);
    expect(done.reports.at(-1)!.done).toBeLessThan(5_000);
  });
});
