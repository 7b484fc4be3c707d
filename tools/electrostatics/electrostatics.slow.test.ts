// @module-tag native

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import type { Static } from 'typebox';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ToolError } from '../contract.ts';
import { check as checkProtonate } from '../protonate/check.ts';
import { run as protonate } from '../protonate/run.ts';
import { contract as protonateContract } from '../protonate/tool.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { ion, pqrInput } from '../testing/longInputs.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { structureInput } from '../testing/testStructures.ts';
import { apbsInput, gridAround } from './apbsInput.ts';
import { check } from './check.ts';
import { parsePqr } from './readPqr.ts';
import { run } from './run.ts';
import { contract, type energyItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms({ ...contract, requires: [...contract.requires, programs.pdb2pqr] });
type Energy = Static<typeof energyItem>;

describe('electrostatics with its program', () => {
  // The energy of two ions below has Born's energy of each.
  it.runIf(long)("finds Born's energy of an ion", async () => {
    const settings = { grid: 'coarse', solute_dielectric: 1 };
    const done = await runNative(tool, [pqrInput(ion)], settings);
    const [row] = done.values<Energy>('energy');
    // e² N / (8 π ε0 r) (1 - 1/ε): 694.68 kJ Å/mol over 3 Å.
    const born = (-694.68 / 3) * (1 - 1 / 78.54);
    expect(row!.solvation_energy_kj_mol / born).toBeCloseTo(1, 2);
    expect(row).toMatchObject({ atoms: 1, net_charge: 1 });
  });

  it('finds the energy of two ions 12 Å apart: both self-energies and the screened repulsion', async () => {
    const pair = ion + ion.replace(' 0.000', '12.000');
    const done = await runNative(tool, [pqrInput(pair)], { grid: 'coarse', solute_dielectric: 1 });
    // Each ion polarises the cavity of the other by less than 1 %. APBS with a box 40 Å wider gives -572 to -580.
    const expected = -694.68 * (2 / 3 + 2 / 12) * (1 - 1 / 78.54);
    const [row] = done.values<Energy>('energy');
    expect(row!.solvation_energy_kj_mol / expected).toBeCloseTo(1, 2);
    expect(row).toMatchObject({ atoms: 2, net_charge: 2 });
    expect(done.files.map(({ name }) => name)).toEqual(['potential.dx.gz']);
  });

  it('accepts the output of protonate for ubiquitin, under names from users', async () => {
    const prepared = await runNative(
      { contract: protonateContract, check: checkProtonate, run: protonate },
      [structureInput('structure', '1ubq.pdb')],
      { forcefield: 'PARSE' },
    );
    const pqr = prepared.files.find(({ port }) => port === 'pqr')!.text;
    const done = await runNative(tool, [pqrInput(pqr)], { grid: 'coarse' });
    const [row] = done.values<Energy>('energy');
    expect(row).toMatchObject({ atoms: 1231, net_charge: 0 });
    // The energy is -3103 kJ/mol with a grid of 0.5 Å; coarser grids give a larger absolute value.
    expect(row!.solvation_energy_kj_mol).toBeGreaterThan(-3400);
    expect(row!.solvation_energy_kj_mol).toBeLessThan(-3000);
  });

  it('leaves nothing when it is stopped in the middle', async () => {
    const workdir = mkdtempSync(join(tmpdir(), 'rotamer-apbs-'));
    onTestFinished(() => rmSync(workdir, { recursive: true, force: true }));
    const stop = new AbortController();
    const running = checkAndRun(tool, [pqrInput(ion)], {}, { signal: stop.signal, workdir });
    // The log file of APBS.
    const solves = () => expect(readFileSync(join(workdir, 'io.mc'), 'utf8')).toContain('Solver timer');
    await vi.waitFor(solves, { timeout: 60_000, interval: 20 });
    const stopped = Date.now();
    stop.abort();
    const done = await running;
    expect([done.items, done.files]).toEqual([[], []]);
    expect(Date.now() - stopped).toBeLessThan(9_000);
  });

  it.each([
    ['nothing', ''],
    ['junk', 'hello\nworld\n'],
  ])('fails the job at %s, even if the checks accept it', async (_, text) => {
    const cwd = mkdtempSync(join(tmpdir(), 'rotamer-apbs-'));
    try {
      const settings = { grid: 'coarse', solute_dielectric: 2, solvent_dielectric: 78.54, ion_concentration: 0 };
      writeFileSync(join(cwd, 'a.pqr'), text);
      writeFileSync(
        join(cwd, 'in'),
        apbsInput('a.pqr', 'potential', gridAround(parsePqr(ion).atoms, settings), settings),
      );
      const order = { program: programs.apbs, args: ['in'], cwd, signal: new AbortController().signal };
      await expect(runProgram(order)).rejects.toBeInstanceOf(ToolError);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});
