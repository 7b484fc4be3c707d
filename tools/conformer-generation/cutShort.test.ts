import { expect, it, vi } from 'vitest';
import { checkAndRun } from '../shared/testRun.ts';
import { check } from './check.ts';
import { ConformerError, generateConformers } from './conformers.ts';
import { runWith } from './run.ts';
import { contract } from './tool.ts';

vi.setConfig({ testTimeout: 120_000 });

async function* failAfterFirst(...parameters: Parameters<typeof generateConformers>) {
  for await (const conformer of generateConformers(...parameters)) {
    yield conformer;
    throw new ConformerError('no conformer within 300 s of computing');
  }
}

it('keeps the conformers made before a failure, and warns of it', async () => {
  const inputs = [{ id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text: 'CCCCO butanol' }];
  const tool = { contract, check, run: (job: Parameters<typeof runWith>[0]) => runWith(job, failAfterFirst) };
  const done = await checkAndRun(tool, inputs, { conformers: 3 });
  expect(done.values('energies')).toHaveLength(1);
  expect(done.values('rejected')).toEqual([]);
  const warning = 'conformers after these could not be made: no conformer within 300 s of computing';
  expect(done.values('warnings')).toMatchObject([{ of: 'butanol', warning }]);
});
