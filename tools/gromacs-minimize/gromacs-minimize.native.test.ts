import { hostname } from 'node:os';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { twoPeptides } from '../shared/gromacs/testProteins.ts';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { structureInput } from '../shared/structure/testStructures.ts';
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

  it.each([
    ['charmm27', -8_616],
    ['oplsaa', -14_110],
  ])('does so by %s', async (forcefield, potential) => {
    const done = await runNative(tool, [ubiquitin()], { forcefield, steps: 500 });
    expect(done.values<Minimum>('minimum')[0]!.potential_kj_mol / potential).toBeCloseTo(1, 1);
  });

  it('keeps chains and numbers of residues apart, and says when it converged', async () => {
    const done = await runNative(tool, [twoPeptides()], { steps: 2_000, emtol: 500 });
    expect(done.values<Minimum>('minimum')[0]).toMatchObject({ converged: true });
    const pdb = done.files.find(({ port }) => port === 'minimized')!.text;
    const residues = new Set(pdb.match(/^ATOM.{13}(.{9})/gm)!.map((line) => line.slice(17, 26)));
    expect([...residues].map((residue) => residue.slice(4))).toEqual(
      ['X', 'Y'].flatMap((chain) => [24, 25, 26, 27, 28].map((number) => `${chain}  ${number}`)),
    );
  });

  it('leaves nothing when it is stopped in the middle', async () => {
    const stop = new AbortController();
    const options = { signal: stop.signal, onProgress: () => stop.abort() };
    const done = await runNative(tool, [ubiquitin()], { steps: 5_000, emtol: 10 }, options);
    expect([done.items, done.files]).toEqual([[], []]);
    expect(done.reports.at(-1)!.done).toBeLessThan(5_000);
  });
});
