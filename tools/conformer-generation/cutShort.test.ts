import { expect, it, vi } from 'vitest';
import { ConformerError, generateConformers } from '../shared/conformers/conformers.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { runWith } from './run.ts';
import { contract } from './tool.ts';

vi.setConfig({ testTimeout: 120_000 });

async function* failAfterFirst(...parameters: Parameters<typeof generateConformers>) {
  for await (const conformer of generateConformers(...parameters)) {
    yield conformer;
    throw new ConformerError('no conformer within 300 s of computing');
  }
}

it('continues with the next molecule when a molecule exceeds its time', async () => {
  const limits: number[] = [];
  const cutFirst: typeof generateConformers = (smiles, options, signal) => {
    limits.push(options.limitSeconds!);
    return generateConformers(smiles, { ...options, limitSeconds: smiles === 'CCCC' ? 0 : 300 }, signal);
  };
  const inputs = [{ id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text: 'CCCC long\nC methane' }];
  const tool = { contract, check, run: (job: Parameters<typeof runWith>[0]) => runWith(job, cutFirst) };
  const done = await checkAndRun(tool, inputs, { max_minutes_per_molecule: 2 });
  expect(limits.map((seconds) => Math.round(seconds))).toEqual([120, 120]);
  expect(done.values('energies')).toEqual([expect.objectContaining({ name: 'methane' })]);
  expect(done.values('rejected')).toMatchObject([{ name: 'long', reason: 'the time of the molecule is over' }]);
});

it('keeps the conformers made before a failure, and warns of it', async () => {
  const inputs = [{ id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text: 'CCCCO butanol' }];
  const tool = { contract, check, run: (job: Parameters<typeof runWith>[0]) => runWith(job, failAfterFirst) };
  const done = await checkAndRun(tool, inputs, { conformers: 3 });
  expect(done.values('energies')).toHaveLength(1);
  expect(done.values('rejected')).toEqual([]);
  const warning = 'conformers after these could not be made: no conformer within 300 s of computing';
  expect(done.values('warnings')).toMatchObject([{ of: 'butanol', warning }]);
});
