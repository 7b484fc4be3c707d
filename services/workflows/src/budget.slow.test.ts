// @module-tag crashes

import { randomUUID } from 'node:crypto';
import { repair as repairJobs } from '@rotamer/jobs/testing/crashingJobs.ts';
import { ALL_OFFERS } from '@rotamer/jobs/testing/startJobs.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import type { StartRequest } from '@rotamer/proto/workflows/v1/workflows.ts';
import { expect, it } from 'vitest';
import type { Deps } from './deps.ts';
import { cancelRun } from './rpc/cancelRun.ts';
import { continueRun } from './rpc/continueRun.ts';
import { start } from './rpc/start.ts';
import { contextOf, crashingProcess } from './testing/crashingProcess.ts';
import { startWithCredits } from './testing/startWithCredits.ts';
import { sweepChildren } from './work/sweepChildren.ts';

/** Calls between two crashes. */
const STRIDE = long ? 1 : 9;

/** More calls than a run makes. */
const MANY = 1_000;

const THREE = '>a\nMKTAYIAK\n>b\nGHPETLEK\n>c\nHGLDNYR\n';

/** A cap that two jobs use up, and one that is enough for three. */
const [LOW, HIGH] = [2_000, 3_000];

const CREDITS = 1_000;

type World = Awaited<ReturnType<typeof startWithCredits>>;

function newRequest({ owner: { workflowId } }: World): StartRequest {
  const inputData = { proteins: { method: { $case: 'text' as const, value: { textContent: THREE } } } };
  return { submissionId: randomUUID(), workflowId, inputData, maxMillicredits: LOW, projectGiven: false };
}

/** Starts a run, lets it reach its cap, raises the cap and continues it. The caller cancels the run. */
async function untilLaunched(world: World, parts: Deps, request: StartRequest): Promise<string> {
  const context = contextOf(world.owner.scope);
  const runId = (await start(parts)(request, context)).run!.run!.id;
  await world.settle(undefined, parts);
  await continueRun(parts)({ runId, maxMillicredits: HIGH }, context).catch((error) => {
    // An earlier call whose response was lost has already continued or cancelled the run.
    if (error.code !== 'conflict') throw error;
  });
  await world.settle(undefined, parts);
  return runId;
}

async function completeOne({ jobs, owner: { workspaceId } }: World): Promise<void> {
  const { jobId, attempt } = await jobs.claimOne();
  const manifest = await jobs.storeManifest({ workspaceId, jobId, attempt });
  await jobs.leases.complete({
    ...jobs.holding(jobId, attempt),
    outcome: AttemptOutcome.COMPLETED,
    runtimeMs: 5,
    manifest,
  });
}

/** Runs the loops of jobs and workflows once every process is up again. */
async function repair({ jobs, db, deps }: World): Promise<void> {
  await repairJobs(jobs);
  await db.query(`update children set news_at = now() - interval '1 hour'`);
  await sweepChildren(deps);
}

it('a run that crashes at any call keeps its budget capped, raised once and charged exactly', {
  timeout: long ? 1_800_000 : 120_000,
}, async () => {
  const world = await startWithCredits(CREDITS);
  const { owner, deps, db, jobs, makeDue, attempt, ledger, available } = world;
  let charged = 0;
  for (let crashAt = 1; ; crashAt += STRIDE) {
    if (crashAt > MANY) throw new Error('the run never ends');
    const request = newRequest(world);
    // Offers expire after a while.
    await jobs.leases.announce({ runnerId: 'r1', offers: ALL_OFFERS });
    const { crashing, parts } = crashingProcess(deps, crashAt);
    const life = async () =>
      cancelRun(parts)({ runId: await untilLaunched(world, parts, request) }, contextOf(owner.scope));
    await life().catch((error) => {
      if (!crashing.hasCrashed) throw error;
    });
    await makeDue();
    await db.query('delete from failed_work');
    await db.query('delete from begun_work');
    const runId = await untilLaunched(world, deps, request);
    const { id, status, heldMillicredits, maxMillicredits } = await attempt(runId);
    const budget = async () => {
      const { rows } = await jobs.billing.db.query(
        `select cap_millicredits::int as cap, held_millicredits::int as held, posted_millicredits::int as posted,
           (select coalesce(sum(millicredits), 0)::int from holds where budget_id = budgets.id and state = 'open') as holds
         from budgets where id = $1`,
        [derivedUuid('budget', id)],
      );
      return rows[0];
    };
    const wasCancelled = status === 'RUN_STATUS_CANCELLED';
    if (!wasCancelled) {
      expect(heldMillicredits, `died at call ${crashAt}`).toBe(HIGH);
      expect(await budget()).toEqual({ cap: HIGH, held: HIGH, posted: 0, holds: HIGH });
      await completeOne(world);
      charged += 1_000;
    }
    expect(maxMillicredits).toBe(HIGH);
    await owner.cancel(runId);
    await repair(world);
    await owner.cancel(runId);
    const posted = wasCancelled ? 0 : 1_000;
    expect(await budget()).toEqual({ cap: HIGH, held: 0, posted, holds: 0 });
    expect(await attempt(runId)).toMatchObject({ chargedMillicredits: posted, heldMillicredits: 0 });
    expect(await ledger()).toMatchObject({ balanced: true, differences: [], openHolds: 0 });
    expect(await available()).toBe(CREDITS * 1_000 - charged);
    if (!crashing.hasCrashed) break;
  }
  const { rows } = await jobs.billing.db.query('select from budgets where held_millicredits > 0');
  expect(rows).toEqual([]);
});
