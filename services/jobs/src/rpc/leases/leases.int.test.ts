import { createHash } from 'node:crypto';
import { manifestKey } from '@rotamer/domain/results/resultManifest.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import type { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { BillingOutcome, JobEventType, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { AttemptOutcome, Stop } from '@rotamer/proto/jobs/v1/leases.ts';
import { describe, expect, it } from 'vitest';
import { findExpiredLeases } from '../../leases/leaseStore.ts';
import { ALL_OFFERS, aMeteredSubmission, aSubmission, startJobs } from '../../testing/startJobs.ts';
import { startLeaseExpiry } from '../../work/expireLeases.ts';
import { startOfferMatching } from '../../work/matchOffers.ts';
import { startSettlement } from '../../work/settleJobs.ts';

const RACES = long ? 2_000 : 12;

/** A manifest that the first attempt of a job could report; nothing is stored. */
const manifestOf = (workspaceId: string, jobId: string) => ({
  key: manifestKey(workspaceId, jobId, 1),
  sha256: 'ab'.repeat(32),
  size: 10,
});

/** Runs the settlement loop until a job is finalised. */
async function settled(world: Awaited<ReturnType<typeof startJobs>>, jobId: string, scope: { caller: Caller }) {
  const loop = startSettlement(world.deps);
  try {
    return await eventually(async () => {
      const job = await world.getJob(jobId, scope);
      return job.billing?.finalizedAt && job;
    });
  } finally {
    await loop.stop();
  }
}

describe('a lease', () => {
  it('has the trace of the submission, as every event of the job has', async () => {
    const world = await startJobs();
    const { scope } = await world.member(10);
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { job } = await world.jobs.submit(aSubmission(), { ...scope, traceparent });
    expect((await world.claimOne()).traceparent).toBe(traceparent);
    await world.leases.started(world.holding(job!.id, 1));
    const { rows } = await world.db.query('select type, traceparent from outbox where key = $1 order by id', [job!.id]);
    expect(rows).toEqual(
      [JobEventType.SUBMITTED, JobEventType.CLAIMED, JobEventType.STARTED].map((type) => ({ type, traceparent })),
    );
  });

  it('takes a job from claim to charge', async () => {
    const world = await startJobs();
    const { workspaceId, scope } = await world.member(10);
    const { job } = await world.jobs.submit(aSubmission(), scope);
    const lease = await world.claimOne();
    expect(lease).toMatchObject({ ...world.holding(job!.id, 1), tool: 'protein-properties' });
    const given = await world.leases.fetchInputs(world.holding(job!.id, 1));
    expect(given.inputs[0]!.content).toContain('MQIFVK');
    expect(JSON.parse(given.settingsJson)).toMatchObject({ charge_ph: 7, treat_unknown: 'reject' });

    expect((await world.leases.started(world.holding(job!.id, 1))).stop).toBe(Stop.NONE);
    await world.leases.heartbeat({ ...world.holding(job!.id, 1), runtimeMs: 40, progress: 50 });
    expect(await world.getJob(job!.id, scope)).toMatchObject({
      status: JobStatus.PROCESSING,
      progress: 50,
    });

    const manifest = await world.storeManifest({ workspaceId, jobId: job!.id });
    await world.passed(1_000);
    const report = { ...world.holding(job!.id, 1), outcome: AttemptOutcome.COMPLETED, runtimeMs: 80, manifest };
    expect(await world.leases.complete(report)).toEqual({ accepted: true });
    expect(await world.leases.complete(report)).toEqual({ accepted: true });

    const done = await settled(world, job!.id, scope);
    expect(done).toMatchObject({
      status: JobStatus.COMPLETED,
      progress: 100,
      runtimeMs: 80,
      manifest,
      billing: { finalMillicredits: 1_000, outcome: BillingOutcome.CHARGED },
    });
    expect((await world.billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(9_000);
    const { rows } = await world.db.query('select type from outbox where key = $1 order by id', [job!.id]);
    expect(rows.map((row) => row.type)).toEqual([
      JobEventType.SUBMITTED,
      JobEventType.CLAIMED,
      JobEventType.STARTED,
      JobEventType.PROGRESSED,
      JobEventType.COMPLETED,
      JobEventType.SETTLED,
    ]);
  });

  it('is useless once another attempt has begun', async () => {
    const world = await startJobs();
    const { workspaceId, scope } = await world.member(10);
    const { job } = await world.jobs.submit(aSubmission(), scope);
    const jobId = job!.id;
    await world.claimOne();
    await world.leases.handBack(world.holding(jobId, 1));
    expect((await world.claimOne('r2')).attempt).toBe(2);

    expect((await world.leases.heartbeat({ ...world.holding(jobId, 1), runtimeMs: 1 })).stop).toBe(Stop.LOST);
    expect((await world.leases.started(world.holding(jobId, 1))).stop).toBe(Stop.LOST);
    await expect(world.leases.fetchInputs(world.holding(jobId, 1))).rejects.toMatchObject({ code: 'not_found' });
    const manifest = manifestOf(workspaceId, jobId);
    const old = { ...world.holding(jobId, 1), outcome: AttemptOutcome.COMPLETED, runtimeMs: 5, manifest };
    expect(await world.leases.complete(old)).toEqual({ accepted: false });
    expect((await world.getJob(jobId, scope)).status).toBe(JobStatus.PROCESSING);
  });

  it('allows no call without its token or with the token of another attempt', async () => {
    const world = await startJobs();
    const { workspaceId, scope } = await world.member(10);
    const [job, neighbour] = [
      (await world.jobs.submit(aSubmission(), scope)).job!,
      (await world.jobs.submit(aSubmission(), scope)).job!,
    ];
    const first = await world.claimOne();
    await world.leases.handBack(first);
    const [lease, other] = [await world.claimOne('r2'), await world.claimOne('r2')].sort(
      (a, b) => b.attempt - a.attempt,
    );
    expect([lease!.jobId, lease!.attempt, other!.jobId]).toEqual([job.id, 2, neighbour.id]);

    const before = await world.db.query('select * from jobs order by id');
    const manifest = { ...manifestOf(workspaceId, job.id), key: manifestKey(workspaceId, job.id, 2) };
    const notTheirs = ['', first.leaseToken, other!.leaseToken, lease!.leaseToken.slice(0, -1)];
    for (const leaseToken of notTheirs) {
      const holder = { jobId: job.id, attempt: 2, leaseToken };
      const report = { ...holder, outcome: AttemptOutcome.COMPLETED, runtimeMs: 1, manifest };
      const calls = [
        world.leases.fetchInputs(holder),
        world.leases.signUpload({ ...holder, object: manifest }),
        world.leases.started(holder),
        world.leases.heartbeat({ ...holder, runtimeMs: 1, progress: 50 }),
        world.leases.complete(report),
        world.leases.handBack(holder),
      ];
      for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect((await world.db.query('select * from jobs order by id')).rows).toEqual(before.rows);
    expect((await world.leases.started(lease!)).stop).toBe(Stop.NONE);
  });

  it('wakes a waiting claim as soon as a job is submitted', async () => {
    const world = await startJobs();
    const { scope } = await world.member(10);
    const claim = world.leases.claim({ runnerId: 'r1', offers: ALL_OFFERS, limit: 4, waitMs: 10_000 });
    const { job } = await world.jobs.submit(aSubmission(), scope);
    expect((await claim).leases.map(({ jobId }) => jobId)).toEqual([job!.id]);
  });

  it('is granted round-robin over workspaces, oldest job first', async () => {
    const world = await startJobs();
    const [a, b] = [await world.member(10), await world.member(10)];
    const submitted: string[] = [];
    for (const { scope } of [a, a, a, b]) submitted.push((await world.jobs.submit(aSubmission(), scope)).job!.id);
    const [a1, a2, a3, b1] = submitted;
    const order: string[] = [];
    for (let i = 0; i < 4; i++) order.push((await world.claimOne()).jobId);
    expect(order.slice(0, 2).sort()).toEqual([a1, b1].sort());
    expect(order.slice(2)).toEqual([a2, a3]);
  });

  it('is granted to one of many concurrent claims', async () => {
    const world = await startJobs();
    const { scope } = await world.member(100);
    for (let i = 0; i < 20; i++) await world.jobs.submit(aSubmission(), scope);
    const claimed: string[] = [];
    async function claimer(runnerId: string) {
      while (claimed.length < 20) {
        const { leases } = await world.leases.claim({ runnerId, offers: ALL_OFFERS, limit: 3, waitMs: 50 });
        claimed.push(...leases.map(({ jobId }) => jobId));
      }
    }
    await Promise.all(Array.from({ length: 10 }, (_, i) => claimer(`r${i}`)));
    expect(claimed).toHaveLength(20);
    expect(new Set(claimed).size).toBe(20);
  });

  it('that is not renewed is lost: the job is retried, and the third loss fails it for free', async () => {
    const world = await startJobs();
    const { workspaceId, scope } = await world.member(10);
    const { job } = await world.jobs.submit(aMeteredSubmission(), scope);
    const loop = startLeaseExpiry(world.deps);
    try {
      for (const failure of [1, 2, 3]) {
        await world.db.query('update jobs set next_attempt_at = null');
        expect((await world.claimOne()).attempt).toBe(failure);
        await world.leases.started(world.holding(job!.id, failure));
        const status = failure < 3 ? JobStatus.RETRY : JobStatus.FAILED;
        await eventually(async () => {
          // In each round, because a loop that was delayed for 5 s renews all leases once.
          await world.db.query(
            `update jobs set lease_expires_at = now() - interval '1 s' where lease_expires_at is not null`,
          );
          return (await world.getJob(job!.id, scope)).status === status;
        });
      }
    } finally {
      await loop.stop();
    }
    const failed = await settled(world, job!.id, scope);
    expect(failed).toMatchObject({
      error: 'The runner stopped responding.',
      billing: { outcome: BillingOutcome.REFUNDED },
    });
    expect((await world.billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(10_000);
  });

  it('survives an outage: after a gap between passes all leases are renewed and none expires', async () => {
    const world = await startJobs();
    const { scope } = await world.member(10);
    await world.jobs.submit(aSubmission(), scope);
    await world.claimOne();
    await world.db.query(`update jobs set lease_expires_at = now() - interval '1 minute'`);
    await world.db.query(`update loop_passes set passed_at = now() - interval '6 s'`);
    expect(await transaction(world.db, findExpiredLeases)).toEqual([]);
    expect(await transaction(world.db, findExpiredLeases)).toEqual([]);
  });
});

describe('an attempt that is not reported in time', () => {
  /** A metered job whose tool was started an hour ago, by a runner that renews its lease. */
  async function startSilent(runtimeMs: number) {
    const world = await startJobs();
    const { scope } = await world.member(100);
    const jobId = (await world.jobs.submit(aMeteredSubmission(), scope)).job!.id;
    await world.claimOne();
    await world.leases.started(world.holding(jobId, 1));
    await world.passed(3_600_000);
    await world.leases.heartbeat({ ...world.holding(jobId, 1), runtimeMs });
    await world.db.query(`update jobs set lease_expires_at = now() + interval '1 hour'`);
    await world.db.query(`update loop_passes set passed_at = now() where name = 'expire_leases'`);
    return { ...world, scope, jobId };
  }

  it('is retried without a charge when its tool had not reached the time limit', async () => {
    const { deps, getJob, jobId, scope } = await startSilent(10_000);
    const loop = startLeaseExpiry(deps);
    const job = await eventually(async () => {
      const now = await getJob(jobId, scope);
      return now.status === JobStatus.RETRY && now;
    });
    await loop.stop();
    expect(job.error).toBe('The runner did not report the result in time.');
  });

  it('ends as TIMEOUT when its tool had reached the time limit', async () => {
    const { deps, getJob, jobId, scope } = await startSilent(1_800_000);
    const loop = startLeaseExpiry(deps);
    await eventually(async () => (await getJob(jobId, scope)).status === JobStatus.TIMEOUT);
    await loop.stop();
  });

  it('can be reported for a minute after an outage of the database', async () => {
    const { db } = await startSilent(1_800_000);
    await db.query(`update loop_passes set passed_at = now() - interval '10 minutes'`);
    for (const _ of [1, 2]) expect(await transaction(db, findExpiredLeases)).toEqual([]);
    await db.query(`update loop_passes set passed_at = now() - interval '61 s' where name = 'renew_leases'`);
    expect(await transaction(db, findExpiredLeases)).toMatchObject([{ why: 'wall' }]);
  });
});

describe('a metered job', () => {
  it('is extended before its authorisation ends, up to its cap, and charged for its runtime', async () => {
    const world = await startJobs();
    const { workspaceId, scope } = await world.member(100);
    const { job } = await world.jobs.submit(aMeteredSubmission({ maxReservedMillicredits: 5_000 }), scope);
    const jobId = job!.id;
    expect((await world.claimOne()).authorisedMs).toBe(60_000);
    await world.leases.started(world.holding(jobId, 1));
    await world.passed(90_000);
    const beat = (runtimeMs: number) => world.leases.heartbeat({ ...world.holding(jobId, 1), runtimeMs });
    expect((await beat(10_000)).authorisedMs).toBe(60_000);
    expect((await beat(40_000)).authorisedMs).toBe(100_000);
    expect((await beat(90_000)).authorisedMs).toBe(100_000);
    expect((await world.billing.jobs.getWorkspace({ workspaceId })).availableMillicredits).toBe(95_000);

    await world.db.query(`update jobs set started_at = now() - interval '100 s'`);
    await world.leases.complete({
      ...world.holding(jobId, 1),
      outcome: AttemptOutcome.BUDGET_EXCEEDED,
      runtimeMs: 100_900,
      manifest: await world.storeManifest({ workspaceId, jobId }),
    });
    const done = await settled(world, jobId, scope);
    expect(done.billing).toMatchObject({
      reservedMillicredits: 5_000,
      finalMillicredits: 5_000,
      billableRuntimeMs: 100_000,
    });
  });

  it('continues with its hold when the workspace has no more credits', async () => {
    const world = await startJobs();
    const { scope } = await world.member(3);
    const { job } = await world.jobs.submit(aMeteredSubmission(), scope);
    await world.claimOne();
    await world.leases.started(world.holding(job!.id, 1));
    await world.passed(50_000);
    const answer = await world.leases.heartbeat({ ...world.holding(job!.id, 1), runtimeMs: 50_000 });
    expect(answer).toMatchObject({ stop: Stop.NONE, authorisedMs: 60_000 });
  });
});

describe('a metered job while billing is unavailable', () => {
  it('may exceed its authorised runtime by two minutes; its charge never exceeds the hold', async () => {
    const world = await startJobs();
    const { workspaceId, scope } = await world.member(100);
    const { job } = await world.jobs.submit(aMeteredSubmission(), scope);
    const jobId = job!.id;
    await world.claimOne();
    await world.leases.started(world.holding(jobId, 1));
    await world.billing.stop();
    await world.passed(50_000);
    const answer = await world.leases.heartbeat({ ...world.holding(jobId, 1), runtimeMs: 50_000 });
    expect(answer).toMatchObject({ stop: Stop.NONE, authorisedMs: 60_000 + 120_000 });

    await world.db.query(`update jobs set started_at = now() - interval '150 s'`);
    const manifest = await world.storeManifest({ workspaceId, jobId });
    await world.leases.complete({
      ...world.holding(jobId, 1),
      outcome: AttemptOutcome.COMPLETED,
      runtimeMs: 150_000,
      manifest,
    });
    const { rows } = await world.db.query('select charge_millicredits, billable_runtime_ms from jobs');
    expect(rows).toEqual([{ charge_millicredits: 3_000, billable_runtime_ms: 60_000 }]);
  });
});

describe('cancel', () => {
  it(`against claim, ${RACES} races: each job is either cancelled and released, or running`, {
    timeout: 900_000,
  }, async () => {
    const world = await startJobs();
    const { workspaceId, scope } = await world.member(RACES);
    await world.billing.operator.setLimits({ workspaceId, concurrentJobs: RACES });
    let cancelled = 0;
    for (let i = 0; i < RACES; i++) {
      const { job } = await world.jobs.submit(aSubmission(), scope);
      const [cancel, claim] = await Promise.allSettled([
        world.jobs.cancel({ jobId: job!.id }, scope),
        world.leases.claim({ runnerId: 'r1', offers: ALL_OFFERS, limit: 1, waitMs: 0 }),
      ]);
      const leases = claim.status === 'fulfilled' ? claim.value.leases : [];
      if (cancel.status === 'fulfilled') {
        cancelled++;
        expect(leases).toEqual([]);
        expect(cancel.value).toMatchObject({ refunded: true, job: { billing: { outcome: BillingOutcome.RELEASED } } });
      } else {
        expect(cancel.reason).toMatchObject({ code: 'conflict', details: { current_status: 'PROCESSING' } });
        expect(leases.map(({ jobId }) => jobId)).toEqual([job!.id]);
      }
    }
    const { availableMillicredits } = await world.billing.jobs.getWorkspace({ workspaceId });
    expect(availableMillicredits).toBe(cancelled * 1_000);
    expect((await world.billing.operator.checkLedger({})).balanced).toBe(true);
  });

  it("of another workspace's job is not found, like an unknown id", async () => {
    const world = await startJobs();
    const [a, b] = [await world.member(10), await world.member(10)];
    const { job } = await world.jobs.submit(aSubmission(), a.scope);
    const foreign = await world.jobs.cancel({ jobId: job!.id }, b.scope).catch((error) => error);
    const unknown = await world.jobs.cancel({ jobId: 'job_x' }, b.scope).catch((error) => error);
    expect(foreign).toMatchObject({ code: 'not_found' });
    expect(foreign.message).toBe(unknown.message);
  });
});

describe('reports of a lease holder', () => {
  /** A metered job whose tool was started 20 s after its claim and has run for 40 s. */
  async function startRunning() {
    const world = await startJobs();
    const { workspaceId, scope } = await world.member(100);
    const jobId = (await world.jobs.submit(aMeteredSubmission(), scope)).job!.id;
    await world.claimOne();
    const holder = world.holding(jobId, 1);
    await world.leases.started(holder);
    await world.passed(40_000);
    await world.db.query(`update jobs set claimed_at = claimed_at - interval '20 s'`);
    const beat = (over: object) => world.leases.heartbeat({ ...holder, runtimeMs: 40_000, ...over });
    const complete = (over: object) =>
      world.leases.complete({ ...holder, outcome: AttemptOutcome.COMPLETED, runtimeMs: 40_000, ...over });
    const held = async () => (await world.billing.jobs.getWorkspace({ workspaceId })).availableMillicredits;
    return { ...world, workspaceId, scope, jobId, holder, beat, complete, held };
  }

  it('about runtime are refused beyond the age of the lease, and extend no hold', async () => {
    const { beat, complete, held, db, getJob, jobId, scope } = await startRunning();
    const before = await held();
    for (const runtimeMs of [2 ** 53, 2 ** 53 - 1, 10 ** 12, 75_000, -1]) {
      const refusal = { code: 'validation_error', message: expect.stringMatching(/^(runtime_ms|request): /) };
      for (let i = 0; i < 3; i++) await expect(beat({ runtimeMs })).rejects.toMatchObject(refusal);
      await expect(complete({ runtimeMs })).rejects.toMatchObject(refusal);
    }
    expect((await db.query('select runtime_ms from jobs')).rows[0].runtime_ms).toBeLessThan(60_000);
    expect(await held()).toBeGreaterThanOrEqual(before - 3_000);
    expect((await getJob(jobId, scope)).status).toBe(JobStatus.PROCESSING);
  });

  it('about runtime count for at most the time since Started', async () => {
    const { beat, db } = await startRunning();
    await beat({ runtimeMs: 60_000 });
    const { rows } = await db.query('select runtime_ms from jobs');
    expect(Number(rows[0].runtime_ms)).toBeGreaterThanOrEqual(40_000);
    expect(Number(rows[0].runtime_ms)).toBeLessThan(60_000);
  });

  it.each([1000, 101, -1])('about progress are refused beyond 0 to 100: %i', async (progress) => {
    const { beat, getJob, jobId, scope } = await startRunning();
    await expect(beat({ progress })).rejects.toMatchObject({ code: 'validation_error' });
    expect((await getJob(jobId, scope)).progress).toBeUndefined();
    expect((await beat({ progress: 100 })).stop).toBe(Stop.NONE);
  });

  it('about a manifest are refused unless it is in the blob store with its digest', async () => {
    const { complete, storeManifest, blobs, workspaceId, jobId, getJob, scope, held } = await startRunning();
    const before = await held();
    const missing = manifestOf(workspaceId, jobId);
    const refusal = { code: 'validation_error', message: expect.stringContaining('manifest') };
    await expect(complete({ manifest: missing })).rejects.toMatchObject(refusal);
    const stored = await storeManifest({ workspaceId, jobId });
    const others = [{ sha256: 'ab'.repeat(32) }, { size: stored.size + 1 }, { size: 0 }, { key: `${stored.key}x` }];
    for (const other of others) {
      await expect(complete({ manifest: { ...stored, ...other } })).rejects.toMatchObject(refusal);
    }
    const broken = '{"version":"result-manifest-v2"}';
    const sha256 = createHash('sha256').update(broken).digest('hex');
    await blobs.put(stored.key, broken);
    await expect(complete({ manifest: { ...stored, sha256, size: broken.length } })).rejects.toMatchObject(refusal);
    expect((await getJob(jobId, scope)).status).toBe(JobStatus.PROCESSING);
    expect(await held()).toBe(before);
    const manifest = await storeManifest({ workspaceId, jobId });
    expect(await complete({ manifest })).toEqual({ accepted: true });
    expect((await getJob(jobId, scope)).status).toBe(JobStatus.COMPLETED);
  });

  it('about a budget are refused for a job that is not metered', async () => {
    const world = await startJobs();
    const { scope } = await world.member(10);
    const { job } = await world.jobs.submit(aSubmission(), scope);
    await world.claimOne();
    const report = { ...world.holding(job!.id, 1), outcome: AttemptOutcome.BUDGET_EXCEEDED, runtimeMs: 0 };
    await expect(world.leases.complete(report)).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('are stored without control characters, like names and labels of a submission', async () => {
    const world = await startJobs();
    const { scope } = await world.member(10);
    const osc52 = '\u001b]52;c;ZXZpbA==\u0007';
    const inputs = aSubmission().inputs.map((input) => ({ ...input, label: `label ${osc52}` }));
    const { job } = await world.jobs.submit(aSubmission({ name: `name ${osc52}\u202e\n`, inputs }), scope);
    await world.claimOne();
    const given = await world.leases.fetchInputs(world.holding(job!.id, 1));
    expect(given.inputs[0]!.label).toBe('label \ufffd]52;c;ZXZpbA==\ufffd');
    const error = `line 1\nlabel ${osc52} \u009b2J \u0000 ${'x'.repeat(10_000)}`;
    await world.leases.complete({ ...world.holding(job!.id, 1), outcome: AttemptOutcome.FAILED, runtimeMs: 1, error });
    const stored = await world.getJob(job!.id, scope);
    expect(stored.name).toBe('name \ufffd]52;c;ZXZpbA==\ufffd\ufffd ');
    expect(stored.error).toMatch(/^line 1\nlabel \ufffd]52;c;ZXZpbA==\ufffd \ufffd2J \ufffd x+$/);
    expect(stored.error!.length).toBeLessThanOrEqual(2_000);
  });

  it('about its runner are refused when they are too large or cannot be stored', async () => {
    const { leases } = await startJobs();
    const bad = [{ runnerId: '' }, { runnerId: 'a\u0000' }, { runnerId: 'x'.repeat(129) }];
    const offers = [{ tool: 'x'.repeat(1_000), major: 1 }];
    const many = Array.from({ length: 1_001 }, () => ({ tool: 'a', major: 1 }));
    for (const over of [...bad, { offers }, { offers: many }, { offers: [{ tool: 'a', major: -1 }] }]) {
      const request = { runnerId: 'r1', offers: ALL_OFFERS, ...over };
      await expect(leases.announce(request)).rejects.toMatchObject({ code: 'validation_error' });
      const claim = leases.claim({ ...request, limit: 1, waitMs: 0 });
      await expect(claim).rejects.toMatchObject({ code: 'validation_error' });
    }
  });
});

describe('a waiting job', () => {
  it('is queued as soon as a runner offers its tool', async () => {
    const world = await startJobs();
    const { scope } = await world.member(10);
    const { job } = await world.jobs.submit(aSubmission(), scope);
    await world.db.query(`update jobs set status = 'PENDING', version = version + 1`);
    const loop = startOfferMatching(world.deps);
    await eventually(async () => (await world.getJob(job!.id, scope)).status === JobStatus.QUEUED);
    await loop.stop();
  });

  it('in RETRY becomes claimable at once on request', async () => {
    const world = await startJobs();
    const { scope } = await world.member(10);
    const { job } = await world.jobs.submit(aSubmission(), scope);
    await world.claimOne();
    await world.leases.complete({ ...world.holding(job!.id, 1), outcome: AttemptOutcome.INFRASTRUCTURE, runtimeMs: 1 });
    await expect(world.claimOne()).rejects.toThrow('nothing to claim');
    await world.jobs.retry({ jobId: job!.id }, scope);
    expect((await world.claimOne()).attempt).toBe(2);
    await expect(world.jobs.retry({ jobId: job!.id }, scope)).rejects.toMatchObject({
      code: 'conflict',
      details: { current_status: 'PROCESSING' },
    });
  });
});
