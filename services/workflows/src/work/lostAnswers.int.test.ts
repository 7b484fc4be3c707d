import { randomUUID } from 'node:crypto';
import { RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { ReuseVerdict } from '@rotamer/proto/workflows/v1/workflows.ts';
import { describe, expect, it } from 'vitest';
import { chemist, library, thin, triage } from '../testing/definitions.ts';
import { losingAnswers } from '../testing/losingAnswers.ts';
import { startWorkflows, type Worker } from '../testing/startWorkflows.ts';

/** Starts workflows so that every response of jobs to a submission is lost. */
async function startLosing() {
  const world = await startWorkflows();
  return { ...world, losing: { ...world.deps, jobs: losingAnswers(world.deps.jobs) } };
}

describe('a child whose submission got no response', () => {
  it('leaves a result that a retry reuses', async () => {
    const { losing, settle, workflows, published } = await startLosing();
    const owner = await published(triage);
    const runId = await owner.start({ library });
    await settle(chemist, losing);
    const { candidateSetDigest, candidates } = await workflows.getCuration({ runId }, owner.scope);
    const approvedCandidateIds = candidates.map(({ id }) => id);
    await workflows.decide({ runId, candidateSetDigest, approvedCandidateIds }, owner.scope);
    await workflows.continue({ runId }, owner.scope);
    const clumsy: Worker = (request, job) =>
      request.tool === 'conformer-generation' ? 'no conformer' : chemist(request, job);
    await settle(clumsy, losing);
    const retry = { submissionId: randomUUID(), runId, mode: 'ATTEMPT_MODE_FROM_FAILED_NODE', nodeId: 'conf' } as const;
    const { reuse } = await workflows.retry(retry, owner.scope);
    expect(reuse.find(({ nodeId }) => nodeId === 'desc')).toMatchObject({ verdict: ReuseVerdict.REUSED });
  });

  it('is found again after its workflow was renamed', async () => {
    const { losing, settle, operator, jobs, makeDue, published } = await startLosing();
    const owner = await published(thin);
    const runId = await owner.start({ proteins: '>a\nMKV\n' });
    await settle(undefined, losing);
    const { workspaceId, workflowId } = owner;
    const definitionJson = JSON.stringify(thin);
    await operator.publish({ workspaceId, workflowId, name: 'Renamed', definitionJson });
    await makeDue();
    await settle(() => ({ rows: { properties: [{ value: { id: 'a' } }] } }));
    expect((await owner.run(runId)).run!.status).toBe(RunStatus.COMPLETED);
    expect(jobs.all().map(({ request }) => request.name)).toEqual(['Triage · props']);
  });
});
