import { randomUUID } from 'node:crypto';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { MembershipEvent, MembershipEventType } from '@rotamer/proto/gateway/v1/membership.ts';
import { Access, RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { describe, expect, it } from 'vitest';
import { chemist, library, thin, triage } from '../testing/definitions.ts';
import { losingAnswers } from '../testing/losingAnswers.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';
import { launchChildren } from '../work/launchChildren.ts';

/** Starts a run of a member that waits at a checkpoint. Its next jobs are launched after a selection and `continue`. */
async function startReviewed() {
  const world = await startWorkflows();
  const { workflows, operator } = world;
  const owner = await world.published(triage);
  const { workspaceId, workflowId } = owner;
  const member = world.user({ workspaceId });
  await operator.grant({ workspaceId, workflowId, userId: member.userId, access: Access.RUN });
  const runId = await owner.start({ library }, {}, member.scope);
  await world.settle(chemist);
  const hear = (type: MembershipEventType, role: string, minute = 1) => {
    const occurredAt = new Date(Date.UTC(2026, 2, 1, 12, minute));
    const eventId = randomUUID();
    const membership = { workspaceId, userId: member.userId, role };
    const value = MembershipEvent.encode({ eventId, workspaceId, type, occurredAt, membership }).finish();
    return world.onMembership({
      key: `${workspaceId}/${member.userId}`,
      eventId,
      type,
      occurredAt,
      traceparent: '',
      value,
    });
  };
  return {
    ...world,
    owner,
    member,
    runId,
    hear,
    removed: (minute?: number) => hear(MembershipEventType.DELETED, 'member', minute),
    /** Approves all candidates as the owner, and lets the run go on to its end. */
    async goOn() {
      const { candidates, candidateSetDigest } = await workflows.getCuration({ runId }, owner.scope);
      const approvedCandidateIds = candidates.map(({ id }) => id);
      await workflows.decide({ runId, candidateSetDigest, approvedCandidateIds }, owner.scope);
      await workflows.continue({ runId }, owner.scope);
      await world.settle(chemist);
      return (await owner.run(runId)).run!;
    },
  };
}

describe('the jobs of a run whose user', () => {
  it('was removed are not launched, and the run names the reason', async () => {
    const { removed, goOn, jobs, owner, runId } = await startReviewed();
    const before = jobs.submissions();
    await removed();
    const run = await goOn();
    expect(run).toMatchObject({ status: RunStatus.FAILED, attempts: [{ error: expect.stringContaining('conf: ') }] });
    expect(run.attempts[0]!.error).toContain('no longer a member of the workspace');
    expect(jobs.submissions()).toBe(before);
    expect((await owner.run(runId)).children.filter(({ nodeId }) => nodeId === 'conf')).toMatchObject(
      Array(3).fill({ status: 'CHILD_STATUS_FAILED', error: expect.stringContaining('no longer a member') }),
    );
  });

  it('became a viewer or lost the grant are not launched', async () => {
    const demoted = await startReviewed();
    await demoted.hear(MembershipEventType.UPDATED, 'viewer');
    expect((await demoted.goOn()).attempts[0]!.error).toContain('may no longer run this workflow');
    const { operator, owner, member, goOn } = await startReviewed();
    const { workspaceId, workflowId } = owner;
    await operator.grant({ workspaceId, workflowId, userId: member.userId, access: Access.UNSPECIFIED });
    expect((await goOn()).attempts[0]!.error).toContain('may no longer run this workflow');
  });

  it('was removed and added again are launched, also when events are late or repeated', async () => {
    const { removed, hear, goOn } = await startReviewed();
    await removed(1);
    await hear(MembershipEventType.CREATED, 'member', 2);
    await removed(1);
    expect(await goOn()).toMatchObject({ status: RunStatus.COMPLETED });
  });

  it('was removed are launched for the user who retries the run', async () => {
    const { removed, goOn, workflows, runId, owner, settle, jobs } = await startReviewed();
    await removed();
    await goOn();
    const retry = { submissionId: randomUUID(), runId, mode: 'ATTEMPT_MODE_FROM_FAILED_NODE', nodeId: 'conf' } as const;
    await workflows.retry(retry, owner.scope);
    await settle(chemist);
    expect((await owner.run(runId)).run!.status).toBe(RunStatus.COMPLETED);
    expect(jobs.all().at(-1)!.job.createdBy).toBe(owner.userId);
  });
});

it('ends a job whose submission was not answered before its user was removed', async () => {
  const world = await startWorkflows();
  const owner = await world.published(thin);
  const runId = await owner.start({ proteins: '>a\nMKV\n' });
  await world.settle(undefined, { ...world.deps, jobs: losingAnswers(world.deps.jobs) });
  const { workspaceId, userId } = owner;
  await world.db.query('insert into members values ($1, $2, null, now())', [workspaceId, userId]);
  // A pass skips a child that another statement still has locked; the next pass finds it.
  await eventually(async () => {
    await world.makeDue();
    await world.whole((workers) => launchChildren(world.deps, workers));
    return world.jobs.all()[0]!.job.status === 'JOB_STATUS_CANCELLED';
  });
  expect(world.jobs.all()).toHaveLength(1);
  await world.settle();
  expect((await owner.run(runId)).run!.status).toBe(RunStatus.FAILED);
});
