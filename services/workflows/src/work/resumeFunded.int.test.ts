import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import { RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { describe, expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { thin } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';

const PROTEIN = { proteins: '>a\nMKV\n' };

/** Starts a workspace without credits. `grant` sends billing's event that it has some. */
async function startPoor() {
  const world = await startWorkflows();
  world.jobs.limits.credits = 0;
  const owner = await world.published(thin);
  const { workspaceId } = owner;
  const type = BillingEventType.FUNDS_AVAILABLE;
  const about = { eventId: 'evt_1', occurredAt: new Date(), type };
  return {
    ...world,
    owner,
    async grant() {
      world.jobs.limits.credits = Number.POSITIVE_INFINITY;
      const value = BillingEvent.encode({ ...about, workspaceId, availableMillicredits: 1_000 }).finish();
      await world.onBilling({ ...about, key: workspaceId, traceparent: '', value });
    },
  };
}

describe('runs that are paused for credits', () => {
  it('all resume, for any number of runs', async () => {
    const { owner, settle, grant, db } = await startPoor();
    for (let n = 0; n < 101; n++) await owner.start(PROTEIN);
    await settle();
    const inState = async (status: string) =>
      (await db.query('select from attempts where status = $1', [status])).rowCount;
    expect(await inState('PAUSED')).toBe(101);
    await grant();
    await settle();
    expect(await inState('RUNNING')).toBe(101);
  });

  it('resume when the credits came while they were being refused', async () => {
    const { owner, settle, grant, deps } = await startPoor();
    const runId = await owner.start(PROTEIN);
    const slow: Deps['jobs'] = {
      ...deps.jobs,
      async *batchSubmit(request, options) {
        for await (const answer of deps.jobs.batchSubmit(request, options)) {
          await grant();
          yield answer;
        }
      },
    };
    await settle(undefined, { ...deps, jobs: slow });
    expect((await owner.run(runId)).run!.status).toBe(RunStatus.RUNNING);
  });

  it('stay paused in a workspace without new credits', async () => {
    const { owner, settle, grant, jobs } = await startPoor();
    const runId = await owner.start(PROTEIN);
    await settle();
    await grant();
    jobs.limits.credits = 0;
    await settle();
    const before = jobs.submissions();
    await settle();
    expect(jobs.submissions()).toBe(before);
    expect((await owner.run(runId)).run!.status).toBe(RunStatus.PAUSED);
  });
});
