import { once } from 'node:events';
import { tooSlow } from '@rotamer/kit/errors/fault.ts';
import { RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { describe, expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { startWithCredits } from '../testing/startWithCredits.ts';
import { evaluateNodes } from './evaluateNodes.ts';
import { launchChildren } from './launchChildren.ts';
import { stopJobs } from './stopChildren.ts';

const THREE = '>a\nMKTAYIAK\n>b\nGHPETLEK\n>c\nHGLDNYR\n';

/** A run whose three submissions are on their way. `arrive` delivers them to jobs. */
async function startInFlight() {
  const world = await startWithCredits(100);
  const runId = await world.owner.start({ proteins: THREE });
  await world.whole((workers) => evaluateNodes(world.deps, workers));
  const gate = new EventTarget();
  const left = once(gate, 'left');
  const arrived = once(gate, 'arrive');
  const jobs: Deps['jobs'] = {
    ...world.deps.jobs,
    async *batchSubmit(request, options) {
      gate.dispatchEvent(new Event('left'));
      await arrived;
      yield* world.deps.jobs.batchSubmit(request, options);
    },
  };
  const launched = world.whole((workers) => launchChildren({ ...world.deps, jobs }, workers));
  await left;
  return {
    ...world,
    runId,
    async arrive() {
      gate.dispatchEvent(new Event('arrive'));
      await launched;
    },
    jobsMade: async () => (await world.jobs.db.query('select count(*)::int as n from jobs')).rows[0].n as number,
    states: async () => (await world.db.query('select state, submitted from children order by n')).rows,
  };
}

describe('a run that is cancelled while its submissions are in flight', () => {
  it('gets no job after the cancel is answered, and the returned cost is final', async () => {
    const { owner, runId, arrive, jobsMade, states, attempt, available, ledger } = await startInFlight();
    const answer = await owner.cancel(runId);
    expect(answer).toMatchObject({ chargedMillicredits: 0, refundedMillicredits: 0, unsettledJobs: 0 });
    expect((await states()).map(({ state }) => state)).toEqual(['DROPPED', 'DROPPED', 'DROPPED']);
    await arrive();
    expect(await jobsMade()).toBe(0);
    expect(await attempt(runId)).toMatchObject({ status: RunStatus.CANCELLED, chargedMillicredits: 0 });
    expect(await available()).toBe(100_000);
    expect(await ledger()).toMatchObject({ openHolds: 0, balanced: true });
  });

  it('ends jobs whose acceptance was not received yet, and counts them as settled', async () => {
    const { owner, deps, runId, arrive, jobsMade, db } = await startInFlight();
    await arrive();
    await db.query(`update children set state = 'LAUNCHING', job_id = null, job_version = 0, held_millicredits = 0`);
    await db.query(`update nodes set active = 0 where id = 'props'`);
    await db.query('delete from amounts');
    expect(await owner.cancel(runId)).toMatchObject({ refundedMillicredits: 3_000, unsettledJobs: 0 });
    expect(await jobsMade()).toBe(3);
    expect((await deps.db.query('select from children where final_millicredits is null')).rowCount).toBe(0);
  });

  it('counts them as unsettled when jobs is unavailable; the loop withdraws them later', async () => {
    const { owner, deps, whole, runId, arrive, jobsMade, db, workflows } = await startInFlight();
    const { cancelMany } = deps.jobs;
    deps.jobs.cancelMany = () => Promise.reject(new Error('away'));
    expect(await owner.cancel(runId)).toMatchObject({ unsettledJobs: 3 });
    deps.jobs.cancelMany = cancelMany;
    await whole((workers) => stopJobs(deps, workers));
    await arrive();
    expect(await jobsMade()).toBe(0);
    const { rows } = await db.query('select distinct state from children');
    expect(rows).toEqual([{ state: 'DROPPED' }]);
    expect(await workflows.cancel({ runId }, owner.scope)).toMatchObject({ unsettledJobs: 0 });
  });
});

describe('children that are no longer needed', () => {
  it.each([
    ['fails', new Error('damaged')],
    ['takes too long', tooSlow()],
  ])('are stopped even if stopping one of them %s', async (_, failure) => {
    const { owner, deps, whole, runId, states } = await startInFlight();
    const { cancelMany } = deps.jobs;
    deps.jobs.cancelMany = () => Promise.reject(new Error('away'));
    await owner.cancel(runId);
    let poison: string | undefined;
    deps.jobs.cancelMany = (request, options) => {
      poison ??= request.submissionIds![1];
      return request.submissionIds!.includes(poison!) ? Promise.reject(failure) : cancelMany(request, options);
    };
    await expect(whole((workers) => stopJobs(deps, workers))).rejects.toBe(failure);
    expect((await states()).map(({ state }) => state).sort()).toEqual(['DROPPED', 'DROPPED', 'LAUNCHING']);
  });

  it('are given up without a read of their inputs if they were never submitted', async () => {
    const { owner, deps, whole, workflows, db } = await startWithCredits(100);
    const runId = await owner.start({ proteins: THREE });
    await whole((workers) => evaluateNodes(deps, workers));
    await workflows.cancel({ runId }, owner.scope);
    const { rows } = await db.query('select distinct state, submitted from children');
    expect(rows).toEqual([{ state: 'DROPPED', submitted: false }]);
  });
});
