import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { describe, expect, it } from 'vitest';
import { aSubmission, startJobs } from '../testing/startJobs.ts';
import { lateJobs } from '../work/matchOffers.ts';

describe('Change', () => {
  it('changes name and labels in any status, publishes an event, and changes nothing when repeated', async () => {
    const { jobs, db, member } = await startJobs();
    const { scope } = await member(10);
    const jobId = (await jobs.submit(aSubmission({ labels: { plate: '7', row: 'a' } }), scope)).job!.id;
    const change = { jobId, name: 'renamed', setLabels: { plate: '8' }, removedLabels: ['row'] };
    const changed = await jobs.change(change, scope);
    expect(changed).toMatchObject({ name: 'renamed', labels: { plate: '8' }, version: 2 });
    expect(await jobs.change(change, scope)).toEqual(changed);
    await jobs.cancel({ jobId }, scope);
    expect(await jobs.change({ jobId, removedLabels: ['plate'] }, scope)).toMatchObject({
      labels: {},
      name: 'renamed',
    });
    const { rows } = await db.query(`select type from outbox where key = $1 and type like '%CHANGED'`, [jobId]);
    expect(rows).toHaveLength(2);
  });

  it('refuses a 17th label, a bad one, and the job of another workspace', async () => {
    const { jobs, member } = await startJobs();
    const { scope } = await member(10);
    const labels = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`k${i}`, '1']));
    const jobId = (await jobs.submit(aSubmission({ labels }), scope)).job!.id;
    const refused = { code: 'validation_error' };
    await expect(jobs.change({ jobId, setLabels: { one: 'more' } }, scope)).rejects.toMatchObject(refused);
    await expect(jobs.change({ jobId, setLabels: { k1: 'not valid' } }, scope)).rejects.toMatchObject(refused);
    await expect(jobs.submit(aSubmission({ labels: { 'a b': '' } }), scope)).rejects.toMatchObject(refused);
    const other = await member(10);
    await expect(jobs.change({ jobId, name: 'x' }, other.scope)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('cancelAfterMs', () => {
  it('cancels a job that no runner has taken in time, without a charge, and no other', async () => {
    const world = await startJobs();
    const { scope } = await world.member(10);
    const submit = async (cancelAfterMs?: number) =>
      (await world.jobs.submit(aSubmission({ cancelAfterMs }), scope)).job!.id;
    const taken = await submit(60_000);
    await world.claimOne();
    const [late, patient] = [await submit(60_000), await submit()];
    await submit(3_600_000);
    expect(await lateJobs(world.db)).toEqual([]);
    await world.db.query(`update jobs set cancel_at = cancel_at - interval '2 minutes'`);
    expect(await lateJobs(world.db)).toEqual([late]);
    for (const id of [taken, late, patient]) await world.deps.changeJob(id, { type: 'cancelLate' });
    const { job, cancelAt } = await world.jobs.describe({ jobId: late }, scope);
    expect(job).toMatchObject({ status: JobStatus.CANCELLED, error: expect.stringContaining('Cancel-After') });
    expect(cancelAt).toBeInstanceOf(Date);
    const statusOf = async (jobId: string) => (await world.jobs.describe({ jobId }, scope)).job!.status;
    expect([await statusOf(taken), await statusOf(patient)]).toEqual([JobStatus.PROCESSING, JobStatus.QUEUED]);
    const { rows } = await world.db.query('select charge_millicredits from jobs where id = $1', [late]);
    expect(rows[0].charge_millicredits).toBe(0);
  });

  it.each([0, 999, 31 * 24 * 3600 * 1000])('refuses %i ms', async (cancelAfterMs) => {
    const { jobs, member } = await startJobs();
    const { scope } = await member(10);
    await expect(jobs.submit(aSubmission({ cancelAfterMs }), scope)).rejects.toMatchObject({
      code: 'validation_error',
    });
  });
});
