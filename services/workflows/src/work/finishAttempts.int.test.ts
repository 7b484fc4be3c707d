import { JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { describe, expect, it } from 'vitest';
import { thin } from '../testing/definitions.ts';
import { PRICE } from '../testing/fakeJobs.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';
import { collectResults } from './collectResults.ts';
import { evaluateNodes } from './evaluateNodes.ts';
import { finishAttempts } from './finishAttempts.ts';

const left = { rows: { properties: [{ value: { id: 'a', length: 3 } }] } };

/** A run whose only job has ended and is collected, but is not settled by billing yet. */
async function startUnsettled() {
  const world = await startWorkflows();
  const { whole, deps } = world;
  const owner = await world.published(thin);
  const runId = await owner.start({ proteins: '>a\nMKV\n' });
  await world.settle();
  await world.jobs.complete(world.jobs.all()[0]!.job, left);
  const eventOf = (type: JobEventType) => world.jobs.events.find((event) => event.type === type)!;
  await world.onJob(eventOf(JobEventType.COMPLETED));
  await whole((workers) => collectResults(deps, workers));
  await whole((workers) => evaluateNodes(deps, workers));
  return {
    ...world,
    owner,
    runId,
    run: async () => (await owner.run(runId)).run!,
    finish: () => whole((workers) => finishAttempts(deps, workers)),
    hearSettled: () => world.onJob(eventOf(JobEventType.SETTLED)),
  };
}

describe('a run whose nodes have all finished', () => {
  it('ends only when the charges of its jobs are final', async () => {
    const { run, finish, hearSettled, owner, runId } = await startUnsettled();
    await finish();
    expect((await owner.run(runId)).nodes.map(({ status }) => status)).toEqual(Array(3).fill('NODE_STATUS_COMPLETED'));
    expect(await run()).toMatchObject({ status: RunStatus.RUNNING, attempts: [{ chargedMillicredits: 0 }] });
    await hearSettled();
    await finish();
    expect(await run()).toMatchObject({ status: RunStatus.COMPLETED, attempts: [{ chargedMillicredits: PRICE }] });
  });

  it('can be cancelled while billing is slow', async () => {
    const { run, owner, runId, hearSettled, finish } = await startUnsettled();
    await owner.cancel(runId);
    await hearSettled();
    await finish();
    expect(await run()).toMatchObject({ status: RunStatus.CANCELLED, attempts: [{ chargedMillicredits: PRICE }] });
  });
});
