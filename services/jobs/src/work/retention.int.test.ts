import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { JobEvent, JobEventType, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { expect, it } from 'vitest';
import { aSubmission, startJobs } from '../testing/startJobs.ts';
import { retireJobs } from './retention.ts';
import { settleJobs, unsettledJobs } from './settleJobs.ts';

const DAY_MS = 24 * 3_600_000;

it('deletes only jobs older than the retention, with everything that belongs to them', async () => {
  const { db, jobs, leases, member, claimOne, deps } = await startJobs();
  const { workspaceId, scope } = await member(10);
  const submission = aSubmission();
  const { job: ended } = await jobs.submit(submission, scope);
  const lease = await claimOne();
  const { job: waiting } = await jobs.submit(aSubmission(), scope);
  await leases.complete({ ...lease, outcome: AttemptOutcome.COMPLETED, runtimeMs: 1 });
  const retire = (days: number) => {
    const clock = () => new Date(Date.now() + days * DAY_MS);
    return retireJobs({ db, signals: deps.signals, clock, days: 30 });
  };
  const left = async () => (await jobs.list({ limit: 10 }, scope)).jobs.map(({ id }) => id);

  await retire(31);
  expect(await left(), 'while it is still to be paid').toContain(ended!.id);
  await settleJobs(deps, await unsettledJobs(db, 10), {});
  await retire(29);
  expect(await left(), 'within its days').toContain(ended!.id);

  await retire(31);
  expect(await left()).toEqual([waiting!.id]);
  const { rows } = await db.query('select prefix from blob_deletions');
  expect(rows.map(({ prefix }) => prefix)).toContain(`artifacts/${workspaceId}/${ended!.id}/`);
  const events = (await readOutbox(db, 100)).map(({ value }) => JobEvent.decode(value));
  expect(events.at(-1)).toMatchObject({
    type: JobEventType.DELETED,
    job: { id: ended!.id, status: JobStatus.COMPLETED },
  });
  expect(events.at(-1)!.job!.version).toBe(events.filter(({ job }) => job!.id === ended!.id).at(-2)!.job!.version + 1);

  // Its idempotency key is free again, because there is nothing left to replay.
  const again = await jobs.submit(submission, scope);
  expect(again.replayed).toBe(false);
  expect(again.job!.id).not.toBe(ended!.id);
});
