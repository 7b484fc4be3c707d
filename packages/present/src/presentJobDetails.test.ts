import { jobDetails } from '@rotamer/api/schemas/jobDetails.ts';
import { JobDetails } from '@rotamer/proto/jobs/v1/jobs.ts';
import { expect, it } from 'vitest';
import { presentJobDetails } from './presentJobDetails.ts';
import { testJob } from './testing/testJob.ts';

const at = new Date('2026-03-01T12:00:00.000Z');

it('presents every field of the schema, null where nothing is known', () => {
  const details = JobDetails.fromPartial({
    job: testJob({ runId: 'run_1', labels: { plate: '7' } }),
    toolName: 'Protein properties',
    settingsJson: '{"by_chain":false}',
    inputs: [{ id: 'in1', slotId: 'sequences', kind: 'protein', format: 'FASTA', size: 12, sha256: 'ab' }],
    attempts: [{ number: 1, claimedAt: at, outcome: '' }],
    queue: { jobsAhead: 3, ownJobsAhead: 1, waitingReason: 'Busy.' },
    heldMillicredits: 1_500,
    capMillicredits: 2_000,
  });
  const shown = presentJobDetails(details, { user_id: 'usr_1', name: null, email: null });
  const optional = ['dataset', 'billing'];
  expect(Object.keys(shown).sort()).toEqual(
    Object.keys(jobDetails.properties)
      .filter((name) => !optional.includes(name))
      .sort(),
  );
  expect(shown).toMatchObject({
    run_id: 'run_1',
    labels: { plate: '7' },
    given_settings: null,
    inputs: [{ file_id: null, records: null }],
    attempts: [{ claimed_at: at.toISOString(), ended_at: null, outcome: null }],
    queue: { waiting_reason: 'Busy.', next_attempt_at: null },
    price: { held_credits: 1.5, charged_credits: null, cap_credits: 2 },
  });
});
