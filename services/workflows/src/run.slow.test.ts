// @module-tag crashes

import { randomUUID } from 'node:crypto';
import { long } from '@rotamer/kit/testing/long.ts';
import { RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { StartRequest } from '@rotamer/proto/workflows/v1/workflows.ts';
import { expect, it } from 'vitest';
import type { Deps } from './deps.ts';
import { continueRun } from './rpc/continueRun.ts';
import { decide } from './rpc/decide.ts';
import { start } from './rpc/start.ts';
import { contextOf, crashingProcess } from './testing/crashingProcess.ts';
import { chemist, library, triage } from './testing/definitions.ts';
import { PRICE } from './testing/fakeJobs.ts';
import { startWorkflows } from './testing/startWorkflows.ts';

/** Calls between two crashes: a run makes some hundred calls. */
const STRIDE = long ? 1 : 23;

/** More calls than a run makes. */
const MANY = 2_000;

/** Number of approved candidates, of three. */
const CHOSEN = 2;

async function startWorld() {
  const world = await startWorkflows();
  const owner = await world.published(triage);

  function newRequest(): StartRequest {
    const inputData = { library: { method: { $case: 'text' as const, value: { textContent: library } } } };
    return { submissionId: randomUUID(), workflowId: owner.workflowId, inputData, projectGiven: false };
  }

  /** Takes a run from its start to its end, in the roles of its client and of the loops of one process. */
  async function live(parts: Deps, request: StartRequest): Promise<string> {
    const context = contextOf(owner.scope);
    const { run } = await start(parts)(request, context);
    const runId = run!.run!.id;
    await world.settle(chemist, parts);
    const isPaused = async () => (await owner.run(runId)).run!.status === RunStatus.PAUSED;
    if (await isPaused()) {
      const { candidateSetDigest, candidates } = await world.workflows.getCuration({ runId }, owner.scope);
      const approvedCandidateIds = candidates.slice(0, CHOSEN).map(({ id }) => id);
      const selection = {
        runId,
        candidateSetDigest,
        approvedCandidateIds,
        note: undefined,
        criteriaJson: '',
        nodeId: '',
      };
      await decide(parts)(selection, context);
      await continueRun(parts)({ runId }, context);
    }
    await world.settle(chemist, parts);
    return runId;
  }

  return { ...world, owner, newRequest, live };
}

it('continues to the same end, with each job once, when its process crashes at any call', {
  timeout: long ? 1_800_000 : 120_000,
}, async () => {
  const { live, newRequest, owner, deps, db, jobs, makeDue } = await startWorld();
  for (let crashAt = 1; ; crashAt += STRIDE) {
    if (crashAt > MANY) throw new Error('the run never ends');
    const before = jobs.all().length;
    const request = newRequest();
    const { crashing, parts } = crashingProcess(deps, crashAt);
    await live(parts, request).catch((error) => {
      if (!crashing.hasCrashed) throw error;
    });
    // After the crash its claims expire, and its client repeats every unanswered request.
    await makeDue();
    await db.query('delete from failed_work');
    await db.query('delete from begun_work');
    const runId = await live(deps, request);
    const { run, children } = await owner.run(runId);
    expect(run!.status, `died at call ${crashAt}`).toBe(RunStatus.COMPLETED);
    const made = jobs.all().slice(before);
    expect(made.map(({ job }) => job.parentRef).toSorted()).toEqual(
      children.map(({ nodeId, n }) => `${run!.attempts[0]!.id}/${nodeId}/${n}`).toSorted(),
    );
    expect(made).toHaveLength(1 + CHOSEN);
    expect(run!.attempts).toMatchObject([{ chargedMillicredits: PRICE * made.length, heldMillicredits: 0 }]);
    if (!crashing.hasCrashed) break;
  }
  const { rows } = await db.query(
    `select (select count(*) from runs)::int - (select count(*) from submissions)::int as more`,
  );
  expect(rows[0].more).toBe(0);
});
