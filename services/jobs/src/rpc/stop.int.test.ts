import { randomUUID } from 'node:crypto';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { BillingOutcome, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { JobsDefinition, SubmissionKind } from '@rotamer/proto/jobs/v1/jobs.ts';
import { AttemptOutcome, Stop } from '@rotamer/proto/jobs/v1/leases.ts';
import { describe, expect, it } from 'vitest';
import { ALL_OFFERS, aMeteredSubmission, aSubmission, startJobs } from '../testing/startJobs.ts';
import { startLeaseExpiry } from '../work/expireLeases.ts';
import { settleDue } from '../work/settleJobs.ts';

const RACES = long ? 1_000 : 16;

/** A job whose tool has run for 30 s. */
async function startRunning(submission: ReturnType<typeof aSubmission>) {
  const world = await startJobs();
  const member = await world.member(100);
  const jobId = (await world.jobs.submit(submission, member.scope)).job!.id;
  await world.claimOne();
  const holder = world.holding(jobId, 1);
  await world.leases.started(holder);
  await world.db.query(`update jobs set claimed_at = now() - interval '31 s', started_at = now() - interval '30 s'`);
  await world.leases.heartbeat({ ...holder, runtimeMs: 20_000 });
  return { ...world, ...member, jobId, holder };
}

describe('Stop', () => {
  it('keeps the results of a running metered job, and charges its run time until the stop', async () => {
    const { jobs, leases, billing, db, scope, workspaceId, jobId, holder, storeManifest, deps, getJob } =
      await startRunning(aMeteredSubmission());
    for (const _ of [1, 2]) expect((await jobs.stop({ jobId }, scope)).job!.status).toBe(JobStatus.PROCESSING);
    expect((await jobs.describe({ jobId }, scope)).stoppingAt).toBeInstanceOf(Date);
    expect((await billing.operator.checkLedger({})).openHolds).toBe(1);
    expect((await leases.heartbeat({ ...holder, runtimeMs: 30_000 })).stop).toBe(Stop.BUDGET);
    await db.query(
      `update jobs set started_at = started_at - interval '9 s', stopping_at = stopping_at - interval '9 s'`,
    );
    const manifest = await storeManifest({ workspaceId, jobId });
    const report = { ...holder, outcome: AttemptOutcome.BUDGET_EXCEEDED, runtimeMs: 38_000, manifest };
    for (const _ of [1, 2]) expect(await leases.complete(report)).toEqual({ accepted: true });
    while (await settleDue(deps, AbortSignal.timeout(30_000)));
    const job = await getJob(jobId, scope);
    expect(job).toMatchObject({
      status: JobStatus.BUDGET_EXCEEDED,
      error: expect.stringContaining('stopped by a user'),
    });
    expect(job.manifest).toEqual(manifest);
    // The tool ran for 38 s, of which 30 s and the time of this test were before the stop.
    expect(job.billing!.billableRuntimeMs).toBeGreaterThanOrEqual(30_000);
    expect(job.billing!.billableRuntimeMs).toBeLessThan(37_000);
    expect(await billing.operator.checkLedger({})).toMatchObject({ openHolds: 0, balanced: true });
  });

  it('ends a stopping job without a charge or another attempt when its runner is lost', async () => {
    const { jobs, leases, claimOne, billing, db, scope, jobId, holder, deps, getJob } = await startRunning(
      aMeteredSubmission(),
    );
    await jobs.stop({ jobId }, scope);
    await db.query(`update jobs set lease_expires_at = now() - interval '1 s'`);
    const loop = startLeaseExpiry(deps);
    await eventually(async () => (await getJob(jobId, scope)).status === JobStatus.CANCELLED);
    await loop.stop();
    expect(await leases.complete({ ...holder, outcome: AttemptOutcome.COMPLETED, runtimeMs: 1 })).toEqual({
      accepted: false,
    });
    await expect(claimOne()).rejects.toThrow('nothing to claim');
    while (await settleDue(deps, AbortSignal.timeout(30_000)));
    expect((await getJob(jobId, scope)).billing).toMatchObject({ finalMillicredits: 0 });
    expect(await billing.operator.checkLedger({})).toMatchObject({ openHolds: 0, balanced: true });
  });

  it('ends a running job with a fixed price at once, charges its price and notifies its runner', async () => {
    const { jobs, leases, billing, scope, workspaceId, jobId, holder } = await startRunning(aSubmission());
    const { job } = await jobs.stop({ jobId }, scope);
    expect(job).toMatchObject({
      status: JobStatus.CANCELLED,
      billing: { finalMillicredits: 1_000, outcome: BillingOutcome.CHARGED },
    });
    expect((await leases.heartbeat({ ...holder, runtimeMs: 25_000 })).stop).toBe(Stop.CANCELLED);
    const report = { ...holder, outcome: AttemptOutcome.COMPLETED, runtimeMs: 25_000 };
    expect(await leases.complete(report)).toEqual({ accepted: false });
    expect((await billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(99_000);
    expect(await billing.operator.checkLedger({})).toMatchObject({ openHolds: 0, balanced: true });
  });

  it('cancels a job that waits or has not started after its claim, without a charge', async () => {
    const world = await startJobs();
    const { scope } = await world.member(10);
    const released = { finalMillicredits: 0, outcome: BillingOutcome.RELEASED };
    const waiting = (await world.jobs.submit(aSubmission(), scope)).job!;
    expect((await world.jobs.stop({ jobId: waiting.id }, scope)).job).toMatchObject({
      status: JobStatus.CANCELLED,
      billing: released,
    });
    const claimed = (await world.jobs.submit(aSubmission(), scope)).job!;
    await world.claimOne();
    expect((await world.jobs.stop({ jobId: claimed.id }, scope)).job!.billing).toMatchObject({ finalMillicredits: 0 });
    const tried = (await world.jobs.submit(aSubmission(), scope)).job!;
    await world.claimOne();
    await world.leases.complete({
      ...world.holding(tried.id, 1),
      outcome: AttemptOutcome.INFRASTRUCTURE,
      runtimeMs: 0,
    });
    expect((await world.jobs.stop({ jobId: tried.id }, scope)).job!.billing).toMatchObject({ finalMillicredits: 0 });
    await expect(world.claimOne()).rejects.toThrow('nothing to claim');
  });

  it('refuses a job that has ended, and changes nothing when repeated', async () => {
    const { jobs, db, scope, jobId } = await startRunning(aSubmission());
    await jobs.stop({ jobId }, scope);
    const before = await db.query('select * from jobs');
    const refusal = { code: 'conflict', details: { current_status: 'CANCELLED' } };
    for (const _ of [1, 2]) await expect(jobs.stop({ jobId }, scope)).rejects.toMatchObject(refusal);
    expect((await db.query('select * from jobs')).rows).toEqual(before.rows);
  });

  it('refuses a job of a workflow run, without a current_status', async () => {
    const world = await startJobs();
    const { scope } = await world.member(10);
    const child = aSubmission({ submissionId: randomUUID(), kind: SubmissionKind.CHILD, parentRef: 'att_1/node/1' });
    const { job } = await world.server.ask(JobsDefinition, 'workflows').submit(child, scope);
    const refused = await world.jobs.stop({ jobId: job!.id }, scope).catch((error) => error);
    expect(refused).toMatchObject({ code: 'conflict', resolution: 'Cancel the workflow run instead.' });
    expect(refused.details).toBeUndefined();
  });

  it("returns not_found for another workspace's job", async () => {
    const { jobs, member, jobId } = await startRunning(aSubmission());
    const { scope } = await member(10);
    await expect(jobs.stop({ jobId }, scope)).rejects.toMatchObject({ code: 'not_found' });
  });

  it(`ends and charges once in ${RACES} races of a metered job with every rival`, { timeout: 900_000 }, async () => {
    const world = await startJobs();
    const { workspaceId, scope } = await world.member(100 * RACES);
    await world.billing.operator.setLimits({ workspaceId, concurrentJobs: RACES });
    const ends = new Map<string, number>();
    for (let i = 0; i < RACES; i++) {
      const jobId = (await world.jobs.submit(aMeteredSubmission(), scope)).job!.id;
      await world.leases.claim({ runnerId: 'r1', offers: ALL_OFFERS, limit: 1, waitMs: 0 });
      const holder = world.holding(jobId, 1);
      await world.leases.started(holder);
      const end = (outcome: AttemptOutcome) => () => world.leases.complete({ ...holder, outcome, runtimeMs: 1 });
      const rivals = [
        end(AttemptOutcome.COMPLETED),
        end(AttemptOutcome.BUDGET_EXCEEDED),
        end(AttemptOutcome.INFRASTRUCTURE),
        () => world.leases.handBack(holder),
        () => world.jobs.stop({ jobId }, scope),
        () => world.leases.heartbeat({ ...holder, runtimeMs: 1, progress: 50 }),
      ];
      await Promise.allSettled([world.jobs.stop({ jobId }, scope), rivals[i % rivals.length]!()]);
      // A job that still runs is stopping, and its runner reports.
      const orders = await world.leases.heartbeat({ ...holder, runtimeMs: 1 });
      if (orders.stop === Stop.BUDGET) await end(AttemptOutcome.BUDGET_EXCEEDED)();
      const { status } = await world.getJob(jobId, { caller: { ...scope.caller } });
      ends.set(status, (ends.get(status) ?? 0) + 1);
    }
    expect([...ends.keys()].sort()).toEqual(
      [JobStatus.BUDGET_EXCEEDED, JobStatus.CANCELLED, JobStatus.COMPLETED].sort(),
    );
    while (await settleDue(world.deps, AbortSignal.timeout(30_000)));
    const { rows } = await world.db.query('select sum(charge_millicredits)::int as charged from jobs');
    const { availableMillicredits } = await world.billing.jobs.getWorkspace({ workspaceId });
    expect(availableMillicredits).toBe(100_000 * RACES - rows[0].charged);
    expect(await world.billing.operator.checkLedger({})).toMatchObject({ openHolds: 0, balanced: true });
  });

  it(`ends and charges once in ${RACES} races with completions, losses, releases and claims`, {
    timeout: 900_000,
  }, async () => {
    const world = await startJobs();
    const { workspaceId, scope } = await world.member(10 * RACES);
    await world.billing.operator.setLimits({ workspaceId, concurrentJobs: RACES });
    for (let i = 0; i < RACES; i++) {
      const jobId = (await world.jobs.submit(aSubmission(), scope)).job!.id;
      const holder = world.holding(jobId, 1);
      const claim = () => world.leases.claim({ runnerId: 'r1', offers: ALL_OFFERS, limit: 1, waitMs: 0 });
      if (i % 4 !== 3) {
        await claim();
        await world.leases.started(holder);
      }
      const rivals = [
        () => world.leases.complete({ ...holder, outcome: AttemptOutcome.FAILED, runtimeMs: 1 }),
        () => world.leases.complete({ ...holder, outcome: AttemptOutcome.INFRASTRUCTURE, runtimeMs: 1 }),
        () => world.leases.handBack(holder),
        claim,
      ];
      const [stop] = await Promise.allSettled([world.jobs.stop({ jobId }, scope), rivals[i % 4]!()]);
      const { status } = await world.getJob(jobId, { caller: { ...scope.caller } });
      if (stop.status === 'fulfilled') expect(status).toBe(JobStatus.CANCELLED);
      else {
        expect(stop.reason).toMatchObject({ code: 'conflict', details: { current_status: 'FAILED' } });
        expect(status).toBe(JobStatus.FAILED);
      }
    }
    const { rows } = await world.db.query('select sum(charge_millicredits)::int as charged from jobs');
    while (await settleDue(world.deps, AbortSignal.timeout(30_000)));
    const { availableMillicredits } = await world.billing.jobs.getWorkspace({ workspaceId });
    expect(availableMillicredits).toBe(10_000 * RACES - rows[0].charged);
    expect(await world.billing.operator.checkLedger({})).toMatchObject({ openHolds: 0, balanced: true });
  });
});
