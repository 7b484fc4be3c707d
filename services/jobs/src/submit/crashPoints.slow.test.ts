// @module-tag crashes

import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { BillingOutcome, JobEventType, JobStatus, type ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { describe, expect, it } from 'vitest';
import { cancel } from '../rpc/cancel.ts';
import { claim } from '../rpc/leases/claim.ts';
import { complete } from '../rpc/leases/complete.ts';
import { submit } from '../rpc/submit.ts';
import { atEveryCrashPoint, contextOf, startCrashingJobs } from '../testing/crashingJobs.ts';
import { ALL_OFFERS, aSubmission } from '../testing/startJobs.ts';
import { settleJobs, unsettledJobs } from '../work/settleJobs.ts';

describe('a process that crashes at any await', () => {
  it('of submit: the client’s repeats find one job with one hold', async () => {
    const world = await startCrashingJobs();
    const requests = new Map<number, ReturnType<typeof aSubmission>>();
    let jobs = 0;
    const lives = await atEveryCrashPoint(
      world,
      (deps, life) => {
        requests.set(life, aSubmission());
        return submit(deps)(requests.get(life)!, contextOf(world));
      },
      async (life) => {
        if (life % 2) await world.repair();
        const first = await world.jobs.submit(requests.get(life)!, world.scope);
        const again = await world.jobs.submit(requests.get(life)!, world.scope);
        expect(again).toMatchObject({ replayed: true, job: { id: first.job!.id } });
        const named = await world.billing.db.query(`select state from holds where job_id = $1`, [first.job!.id]);
        expect(named.rows).toEqual([{ state: 'open' }]);
        await world.repair();
        jobs++;
        expect(await world.available()).toBe(1_000_000 - jobs * 1_000);
        expect((await world.billing.jobs.listUnclaimedHolds({ limit: 10 })).holds).toEqual([]);
      },
    );
    expect(lives).toBeGreaterThan(10);
  });

  it('of submit, without a repeat: no hold stays without a job', async () => {
    const world = await startCrashingJobs();
    await atEveryCrashPoint(
      world,
      (deps) => submit(deps)(aSubmission(), contextOf(world)),
      async () => {
        await world.repair();
        const { rows } = await world.db.query('select count(*)::int as jobs from jobs');
        expect(await world.available()).toBe(1_000_000 - rows[0].jobs * 1_000);
        expect((await world.billing.jobs.listUnclaimedHolds({ limit: 10 })).holds).toEqual([]);
      },
    );
  });

  it('of a submit refused at the limit: nothing is held, and the key is accepted later', async () => {
    const world = await startCrashingJobs();
    const { workspaceId } = world.scope.caller;
    await world.billing.operator.setLimits({ workspaceId, concurrentJobs: 1 });
    let { job } = await world.jobs.submit(aSubmission(), world.scope);
    const refused = new Map<number, ReturnType<typeof aSubmission>>();
    await atEveryCrashPoint(
      world,
      (deps, life) => {
        refused.set(life, aSubmission());
        return submit(deps)(refused.get(life)!, contextOf(world)).catch((error) => {
          if (error.code !== 'concurrent_job_limit_exceeded') throw error;
        });
      },
      async (life) => {
        await world.repair();
        expect(await world.available()).toBe(999_000);
        await world.jobs.cancel({ jobId: job!.id }, world.scope);
        job = (await world.jobs.submit(refused.get(life)!, world.scope)).job;
        expect(await world.available()).toBe(999_000);
      },
    );
  });

  it('of cancel: the job is cancelled and its credits are released once', async () => {
    const world = await startCrashingJobs();
    let jobId = '';
    await atEveryCrashPoint(
      world,
      async (deps) => {
        jobId = (await world.jobs.submit(aSubmission(), world.scope)).job!.id;
        return cancel(deps)({ jobId }, contextOf(world));
      },
      async () => {
        await world.jobs.cancel({ jobId }, world.scope).catch((error) => {
          expect(error).toMatchObject({ code: 'conflict', details: { current_status: 'CANCELLED' } });
        });
        await world.repair();
        expect(await world.getJob(jobId, world.scope)).toMatchObject({
          status: JobStatus.CANCELLED,
          billing: { outcome: BillingOutcome.RELEASED, finalMillicredits: 0 },
        });
        expect(await world.available()).toBe(1_000_000);
      },
    );
  });

  it('of claim: the job has at most one lease, and the next attempt has the next number', async () => {
    const world = await startCrashingJobs();
    let jobId = '';
    const request = { runnerId: 'r1', offers: ALL_OFFERS, limit: 1, waitMs: 0 };
    await atEveryCrashPoint(
      world,
      async (deps) => {
        jobId = (await world.jobs.submit(aSubmission(), world.scope)).job!.id;
        return claim(deps)(request, contextOf(world));
      },
      async () => {
        const before = await world.db.query('select status, attempt from jobs where id = $1', [jobId]);
        const { status, attempt } = before.rows[0];
        expect([status, attempt]).toEqual(status === 'QUEUED' ? ['QUEUED', 0] : ['PROCESSING', 1]);
        const { rows } = await world.db.query(`select type from outbox where key = $1 and type = $2`, [
          jobId,
          JobEventType.CLAIMED,
        ]);
        expect(rows).toHaveLength(attempt);
        if (attempt === 1) await world.leases.handBack(world.holding(jobId, 1));
        // PostgreSQL releases the crashed process's locks with its connection, a moment later.
        expect((await eventually(() => world.claimOne())).attempt).toBe(attempt + 1);
        await world.leases.complete({
          ...world.holding(jobId, attempt + 1),
          outcome: AttemptOutcome.FAILED,
          runtimeMs: 1,
        });
      },
    );
  });

  it('of complete and settle: the job is charged once', async () => {
    const world = await startCrashingJobs();
    let jobId = '';
    let charged = 0;
    let manifest: ManifestRef | undefined;
    const { workspaceId } = world.scope.caller;
    const report = () => ({
      ...world.holding(jobId, 1),
      outcome: AttemptOutcome.COMPLETED,
      runtimeMs: 5,
      manifest,
    });
    await atEveryCrashPoint(
      world,
      async (deps) => {
        jobId = (await world.jobs.submit(aSubmission(), world.scope)).job!.id;
        await world.claimOne();
        manifest = await world.storeManifest({ workspaceId, jobId });
        await complete(deps)(report(), contextOf(world));
        await settleJobs({ ...deps, log: quietLog }, await unsettledJobs(deps.db, 10), {});
      },
      async () => {
        expect(await world.leases.complete(report())).toEqual({ accepted: true });
        await world.repair();
        charged++;
        expect(await world.getJob(jobId, world.scope)).toMatchObject({
          status: JobStatus.COMPLETED,
          billing: { outcome: BillingOutcome.CHARGED, finalMillicredits: 1_000 },
        });
        expect(await world.available()).toBe(1_000_000 - charged * 1_000);
        expect(await world.billing.operator.checkLedger({})).toMatchObject({ balanced: true, openHolds: 0 });
      },
    );
  });
});
