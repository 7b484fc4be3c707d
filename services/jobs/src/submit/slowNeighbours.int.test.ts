import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { describe, expect, it } from 'vitest';
import { aSubmission, startJobsOnLinks } from '../testing/startJobs.ts';

const BUDGET_MS = 1_000;

/** The service promises 500 ms; a busy test machine gets more. */
const SLACK_MS = long ? 500 : 3_000;

const LATE_MS = long ? 10_000 : 4_000;

/**
 * Returns the connections that are in use or waited for. Every running handler needs one, or waits for billing with its
 * caller's signal.
 */
function atWork({
  totalCount,
  idleCount,
  waitingCount,
}: {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}) {
  return totalCount - idleCount + waitingCount;
}

type Jobs = Awaited<ReturnType<typeof startJobsOnLinks>>;

/** Returns the number of running statements in jobs' database, without this one. */
async function statements({ direct }: Jobs): Promise<number> {
  const { rows } = await direct.query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
  );
  return rows[0].n;
}

/**
 * Waits until the work of the start has ended, and opens connections in advance: opening one on a slow link would
 * outlive the call that needs it.
 */
async function calm({ db }: Jobs): Promise<void> {
  const connections = await Promise.all([1, 2, 3].map(() => db.connect()));
  for (const connection of connections) connection.release();
  await eventually(() => atWork(db) === 0);
}

/** Submits with a short deadline. Expects the refusal in time, and that no work continues after it. */
async function expectRefusedInTime(jobs: Jobs, submissionId: string, scope: object): Promise<void> {
  const started = performance.now();
  const call = jobs.jobs.submit(aSubmission({ submissionId }), { ...scope, deadlineMs: Date.now() + BUDGET_MS });
  await expect(call).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 2 });
  expect(performance.now() - started).toBeLessThan(BUDGET_MS + SLACK_MS);
  const answered = performance.now();
  await eventually(() => atWork(jobs.db) === 0);
  await eventually(async () => (await statements(jobs)) === 0);
  expect(performance.now() - answered).toBeLessThan(500 + SLACK_MS);
}

/** Repeats the submission on working links. Expects that it is accepted and that there is one job. */
async function expectAcceptedOnce(jobs: Jobs, submissionId: string, scope: object): Promise<void> {
  const { job } = await eventually(() => jobs.jobs.submit(aSubmission({ submissionId }), scope));
  const { rows } = await jobs.direct.query('select id from jobs');
  expect(rows).toEqual([{ id: job!.id }]);
}

const submissionId = '11111111-2222-4333-8444-555555555555';

describe('a submission with 1 s left', () => {
  it('is refused in time when PostgreSQL is seconds late, and leaves no handler running', async () => {
    const jobs = await startJobsOnLinks();
    const { scope } = await jobs.member(10);
    await calm(jobs);
    jobs.links.postgres.poison({ latencyMs: LATE_MS });
    await expectRefusedInTime(jobs, submissionId, scope);
    jobs.links.postgres.heal();
    await expectAcceptedOnce(jobs, submissionId, scope);
  });

  it('is refused in time when its statement is blocked, and cancels the statement', async () => {
    const jobs = await startJobsOnLinks();
    const { scope } = await jobs.member(10);
    const blocker = await jobs.direct.connect();
    await blocker.query('begin; lock table jobs in access exclusive mode');
    await expectRefusedInTime(jobs, submissionId, scope);
    await blocker.query('rollback');
    blocker.release();
    await expectAcceptedOnce(jobs, submissionId, scope);
  });

  it('is refused in time when billing is seconds late, and leaves no handler running', async () => {
    const jobs = await startJobsOnLinks();
    const { scope } = await jobs.member(10);
    jobs.links.billing.poison({ latencyMs: LATE_MS });
    await expectRefusedInTime(jobs, submissionId, scope);
    jobs.links.billing.heal();
    await expectAcceptedOnce(jobs, submissionId, scope);
  });
});

const AWAY_MS = long ? 30_000 : 3_000;
const EVERY_MS = 50;
const BACK_WITHIN_MS = long ? 3_000 : 10_000;

describe('billing, unavailable under load', () => {
  it(`for ${AWAY_MS / 1000} s, is called about once per submission, and is used again soon after`, {
    timeout: 120_000,
  }, async () => {
    const jobs = await startJobsOnLinks({ retry: true });
    const { scope } = await jobs.member(1_000);
    await jobs.jobs.submit(aSubmission(), scope);
    const before = jobs.billingCalls();

    jobs.links.billing.poison({ down: true });
    const until = performance.now() + AWAY_MS;
    const submits: Promise<unknown>[] = [];
    while (performance.now() < until) {
      submits.push(
        expect(jobs.jobs.submit(aSubmission(), scope)).rejects.toMatchObject({ code: 'service_unavailable' }),
      );
      await sleep(EVERY_MS);
    }
    await Promise.all(submits);
    expect(jobs.billingCalls() - before).toBeLessThanOrEqual(1.2 * submits.length);

    jobs.links.billing.heal();
    const back = performance.now();
    await eventually(() => jobs.jobs.submit(aSubmission(), scope), 20_000);
    expect(performance.now() - back).toBeLessThan(BACK_WITHIN_MS);
  });
});
