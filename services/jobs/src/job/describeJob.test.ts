import { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { expect, it } from 'vitest';
import { describeInput } from './describeJob.ts';

const key = 'artifacts/ws_1/job_1/1/itm_01kjmma2g0e9dtsezyywpss2bm.pdb';
const ofRun = (label: string | undefined) =>
  SubmittedInput.fromPartial({
    ...{ id: 'itm_7', slotId: 'structures', kind: 'structure', format: 'PDB', label },
    source: { source: { $case: 'artifact', value: { key, sha256: 'ab', size: 20 } } },
    stored: { key, sha256: 'ab', size: 20 },
  });

it('names a file of a run by what the run calls it, and keeps where it came from', () => {
  expect(describeInput(ofRun('Pose 3 / phenol'), new Map())).toMatchObject({
    ...{ id: 'itm_7', name: 'Pose 3 _ phenol.pdb', fromJobId: 'job_1', sha256: 'ab' },
  });
});

it('names a file without a label by its id', () => {
  expect(describeInput(ofRun(undefined), new Map()).name).toBe('itm_01kjmma2g0e9dtsezyywpss2bm.pdb');
});
