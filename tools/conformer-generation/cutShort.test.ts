import { expect, it, vi } from 'vitest';
import { checkAndRun } from '../shared/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

vi.setConfig({ testTimeout: 120_000 });

vi.mock(import('./conformers.ts'), async (importOriginal) => {
  const real = await importOriginal();
  return {
    ...real,
    async *generateConformers(...parameters: Parameters<typeof real.generateConformers>) {
      for await (const conformer of real.generateConformers(...parameters)) {
        yield conformer;
        throw new real.ConformerError('no conformer within 300 s of computing');
      }
    },
  };
});

it('keeps the conformers before a failure, and tells of it', async () => {
  const inputs = [{ id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text: 'CCCCO butanol' }];
  const done = await checkAndRun({ contract, check, run }, inputs, { conformers: 3 });
  expect(done.values('energies')).toHaveLength(1);
  expect(done.values('rejected')).toEqual([]);
  const warning = 'conformers after these could not be made: no conformer within 300 s of computing';
  expect(done.values('warnings')).toMatchObject([{ of: 'butanol', warning }]);
});
