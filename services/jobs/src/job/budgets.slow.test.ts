// @module-tag crashes

import { randomUUID } from 'node:crypto';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { describe, expect, it } from 'vitest';
import { heartbeat } from '../rpc/leases/heartbeat.ts';
import { submit } from '../rpc/submit.ts';
import { atEveryCrashPoint, contextOf, startCrashingJobs } from '../testing/crashingJobs.ts';
import { ALL_OFFERS, aMeteredSubmission, aSubmission } from '../testing/startJobs.ts';
import { settleJobs, unsettledJobs } from '../work/settleJobs.ts';

/** Jobs with a real billing service, and budgets of one workspace. */
async function startWorld() {
  const world = await startCrashingJobs();
  const { workspaceId } = world.scope.caller;
  const workflows = world.billing.clientOf('workflows');
  return {
    ...world,
    workspaceId,
    async newBudget(capMillicredits: number): Promise<string> {
      const budgetId = randomUUID();
      await workflows.setBudget({ budgetId, workspaceId, capMillicredits });
      return budgetId;
    },
    /** Returns the held and the charged millicredits of a budget. */
    async of(budgetId: string): Promise<[number, number]> {
      const { rows } = await world.billing.db.query(
        'select held_millicredits::int as held, posted_millicredits::int as posted from budgets where id = $1',
        [budgetId],
      );
      return [rows[0].held, rows[0].posted];
    },
    ledger: () => world.billing.operator.checkLedger({}),
    /** Announces all tools again, because offers expire. */
    offer: () => world.leases.announce({ runnerId: 'r1', offers: ALL_OFFERS }),
    async complete(jobId: string, runtimeMs: number): Promise<void> {
      const manifest = await world.storeManifest({ workspaceId, jobId });
      const report = { ...world.holding(jobId, 1), outcome: AttemptOutcome.COMPLETED, runtimeMs, manifest };
      await world.leases.complete(report);
    },
  };
}

describe('a process that crashes at any await', () => {
  it('of a submit within a budget: the budget holds the price of one job, or nothing', async () => {
    const world = await startWorld();
    const budgets = new Map<number, string>();
    const requests = new Map<number, ReturnType<typeof aSubmission>>();
    const lives = await atEveryCrashPoint(
      world,
      async (deps, life) => {
        budgets.set(life, await world.newBudget(1_500));
        requests.set(life, aSubmission({ budgetId: budgets.get(life) }));
        return submit(deps)(requests.get(life)!, contextOf(world));
      },
      async (life) => {
        const budget = budgets.get(life)!;
        if (life % 2) {
          await world.repair();
          const { rows } = await world.db.query('select job_id from submissions where id = $1', [
            requests.get(life)!.submissionId,
          ]);
          expect(await world.of(budget)).toEqual([rows.length * 1_000, 0]);
        }
        const { job } = await world.jobs.submit(requests.get(life)!, world.scope);
        await world.repair();
        expect(await world.of(budget)).toEqual([1_000, 0]);
        await expect(world.jobs.submit(aSubmission({ budgetId: budget }), world.scope)).rejects.toMatchObject({
          code: 'insufficient_credits',
          details: { reason: 'max_credits' },
        });
        await world.jobs.cancel({ jobId: job!.id }, world.scope);
        await world.repair();
        expect(await world.of(budget)).toEqual([0, 0]);
      },
    );
    expect(lives).toBeGreaterThan(10);
    expect(await world.ledger()).toMatchObject({ balanced: true, differences: [], openHolds: 0 });
  });

  it('of an extension within a budget: job, hold and budget agree, and stay below the cap', async () => {
    const world = await startWorld();
    const { db, holding, leases } = world;
    const cap = 6_000;
    let [budget, jobId] = ['', ''];
    let first = 0;
    const beat = { runtimeMs: 0, progress: undefined };
    const read = async () => (await world.getJob(jobId, world.scope)).billing!;
    await atEveryCrashPoint(
      world,
      async (deps) => {
        await world.offer();
        budget = await world.newBudget(cap);
        jobId = (await world.jobs.submit(aMeteredSubmission({ budgetId: budget }), world.scope)).job!.id;
        const { attempt } = await world.claimOne();
        await leases.started(holding(jobId, attempt));
        await db.query(`update jobs set started_at = now() - interval '1 hour' where id = $1`, [jobId]);
        // Most of the authorised runtime is used; the rate is three credits a minute.
        first = (await read()).reservedMillicredits!;
        beat.runtimeMs = first * 20 - 5_000;
        return heartbeat(deps)({ ...holding(jobId, attempt), ...beat }, contextOf(world));
      },
      async () => {
        await leases.heartbeat({ ...holding(jobId, 1), ...beat });
        const reserved = (await read()).reservedMillicredits!;
        expect(await world.of(budget)).toEqual([reserved, 0]);
        expect(reserved).toBeGreaterThan(first);
        expect(reserved).toBeLessThanOrEqual(cap);
        await world.complete(jobId, beat.runtimeMs);
        await settleJobs({ ...world.deps, log: quietLog }, await unsettledJobs(db, 10), {});
        const charged = (await read()).finalMillicredits!;
        expect(charged).toBeGreaterThan(0);
        expect(await world.of(budget)).toEqual([0, charged]);
        expect(await world.ledger()).toMatchObject({ balanced: true, differences: [], openHolds: 0 });
      },
    );
  });

  it('of a settlement: the budget is charged once, and the rest is released', async () => {
    const world = await startWorld();
    let [budget, jobId] = ['', ''];
    await atEveryCrashPoint(
      world,
      async (deps) => {
        await world.offer();
        budget = await world.newBudget(2_000);
        jobId = (await world.jobs.submit(aSubmission({ budgetId: budget }), world.scope)).job!.id;
        await world.claimOne();
        await world.complete(jobId, 5);
        await settleJobs({ ...deps, log: quietLog }, await unsettledJobs(deps.db, 10), {});
      },
      async () => {
        await world.repair();
        expect(await world.of(budget)).toEqual([0, 1_000]);
        expect(await world.ledger()).toMatchObject({ balanced: true, differences: [], openHolds: 0 });
      },
    );
  });
});
