// @module-tag native

import { long } from '@rotamer/kit/testing/long.ts';
import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { check as mdCheck } from '../md-analysis/check.ts';
import { run as mdRun } from '../md-analysis/run.ts';
import { contract as mdAnalysis } from '../md-analysis/tool.ts';
import { missingPrograms } from '../shared/native/probe.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { peptide, twoPeptides } from '../testing/testProteins.ts';
import { structureInput, structureText } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type frameItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Frame = Static<typeof frameItem>;

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const ports = (files: { port: string }[]) => files.map(({ port }) => port).sort();

/**
 * Checks that md-analysis accepts the models and finds GROMACS's RMSD, which is in nm and relative to the minimised
 * structure.
 */
async function expectAnalysed(models: string, frames: Frame[]): Promise<void> {
  const tool = { contract: mdAnalysis, check: mdCheck, run: mdRun };
  if (!process.env.CI && (await missingPrograms(mdAnalysis.requires)).length > 0) return;
  const done = await runNative(tool, [structureText('trajectory', models)]);
  const rows = done.values<{ rmsd: number }>('frames');
  expect(rows).toHaveLength(frames.length);
  for (const [i, { rmsd }] of rows.entries()) expect(Math.abs(rmsd - 10 * frames[i]!.rmsd_nm)).toBeLessThan(0.05);
}

describe('gromacs-md with its program', () => {
  it('simulates two peptides in water at their temperature, and keeps them apart and in one piece', async () => {
    const settings = { time_ps: 1, frame_interval_ps: 0.2, temperature: 320 };
    const done = await runNative(tool, [twoPeptides()], settings);
    const frames = done.values<Frame>('frames');
    expect(frames.map(({ time_ps }) => time_ps)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(frames[0]!.rmsd_nm).toBeLessThan(0.001);
    expect(frames.at(-1)!.rmsd_nm).toBeGreaterThan(0.01);
    for (const { rmsd_nm } of frames) expect(rmsd_nm).toBeLessThan(0.3);
    // The temperature of 1,000 waters fluctuates by 2 %.
    expect(mean(frames.slice(1).map(({ temperature }) => temperature))).toBeCloseTo(320, -1.5);
    for (const { potential } of frames) expect(potential).toBeLessThan(-20_000);
    expect(done.reports.at(-1)).toEqual({ done: 500, total: 500 });
    expect(ports(done.files)).toEqual(['checkpoint', 'final', 'models', 'run_input', 'trajectory']);
    const models = done.files.find(({ port }) => port === 'models')!.text;
    expect([models.match(/^MODEL/gm)!.length, models.match(/^ATOM/gm)!.length]).toEqual([6, 6 * 160]);
    await expectAnalysed(models, frames);
    const pdb = done.files.find(({ port }) => port === 'final')!.text;
    expect(pdb.match(/^ATOM/gm)).toHaveLength(160);
    expect(pdb).not.toContain('SOL');
    expect(new Set(pdb.match(/^ATOM.{34}/gm)!.map((line) => line.at(-1))).size).toBe(10);
    expect(pdb.match(/^TER.*/gm)!.map((line) => line.slice(21, 22))).toEqual(['X', 'Y']);
  });

  it('keeps trajectory, state and rows when it is stopped in the middle', async () => {
    const stop = new AbortController();
    let stoppedAt = 0;
    const onProgress = (step: number) => {
      // Five frames later than the start, for which GROMACS also reports a step.
      if (step < 500) return;
      stoppedAt ||= Date.now();
      stop.abort();
    };
    const settings = { time_ps: 500, frame_interval_ps: 0.2 };
    const done = await runNative(tool, [peptide()], settings, { signal: stop.signal, onProgress });
    // The runner kills the tool after 3 s. The test allows more time, because other programs may run at the same time.
    expect(Date.now() - stoppedAt).toBeLessThan(10_000);
    expect(ports(done.files)).toEqual(expect.arrayContaining(['checkpoint', 'run_input', 'trajectory']));
    const frames = done.values<Frame>('frames');
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.at(-1)!.time_ps).toBeLessThan(400);
  });

  it('writes no output when it is stopped before the simulation', async () => {
    const done = await runNative(tool, [peptide()], {}, { signal: AbortSignal.timeout(300) });
    expect([done.items, done.files]).toEqual([[], []]);
  });

  // Takes a minute on two idle cores.
  it.skipIf(!long)('simulates ubiquitin with the values of an earlier run', { timeout: 1_200_000 }, async () => {
    const done = await runNative(tool, [structureInput('structure', '1ubq.pdb')], {
      time_ps: 1,
      frame_interval_ps: 0.2,
    });
    const frames = done.values<Frame>('frames');
    expect(frames.at(-1)!.rmsd_nm).toBeCloseTo(0.067, 1);
    expect(mean(frames.map(({ temperature }) => temperature))).toBeCloseTo(292, -1.5);
    expect(frames[0]!.potential).toBeLessThan(-1.8e5);
  });
});
