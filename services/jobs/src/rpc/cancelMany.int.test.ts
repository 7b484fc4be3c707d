import { randomUUID } from 'node:crypto';
import { BillingOutcome, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { JobsDefinition, SubmissionKind } from '@rotamer/proto/jobs/v1/jobs.ts';
import { describe, expect, it } from 'vitest';
import { aMeteredSubmission, aSubmission, startJobs } from '../testing/startJobs.ts';

async function startWithRun(credits: number, cap: number) {
  const world = await startJobs();
  const owner = await world.member(credits);
  const budgetId = randomUUID();
  await world.billing
    .clientOf('workflows')
    .setBudget({ budgetId, workspaceId: owner.workspaceId, capMillicredits: cap * 1000 });
  const workflows = world.server.ask(JobsDefinition, 'workflows');
  const child = (n: number, over = {}) =>
    aSubmission({ kind: SubmissionKind.CHILD, parentRef: `att_1/node/${n}`, budgetId, ...over });
  return { ...world, ...owner, workflows, child, budgetId };
}

describe('CancelMany', () => {
  it('ends jobs in any status, and returns their final amounts', async () => {
    const { workflows, child, scope, claimOne, holding, leases, billing, workspaceId } = await startWithRun(100, 50);
    const running = await workflows.submit(child(1), scope);
    const lease = await claimOne();
    await leases.started(holding(lease.jobId, lease.attempt));
    const metered = await workflows.submit(
      aMeteredSubmission({ kind: SubmissionKind.CHILD, parentRef: 'att_1/node/3' }),
      scope,
    );
    const waiting = await workflows.submit(child(2), scope);
    const ids = [running, metered, waiting].map(({ job }) => job!.id);

    const { jobs } = await workflows.cancelMany({ jobIds: ids }, scope);
    expect(jobs).toHaveLength(3);
    for (const job of jobs) {
      expect(job.status).toBe(JobStatus.CANCELLED);
      expect(job.billing?.finalizedAt).toBeInstanceOf(Date);
    }
    const outcomes = Object.fromEntries(jobs.map(({ id, billing }) => [id, billing?.outcome]));
    expect(outcomes[waiting.job!.id]).toBe(BillingOutcome.RELEASED);
    expect(await workflows.cancelMany({ jobIds: ids }, scope)).toEqual(
      expect.objectContaining({ jobs: expect.arrayContaining(jobs) }),
    );
    const charged = jobs.reduce((sum, { billing }) => sum + (billing?.finalMillicredits ?? 0), 0);
    const { availableMillicredits } = await billing.operator.getWorkspace({ workspaceId });
    expect(availableMillicredits).toBe(100_000 - charged);
    expect(await billing.operator.checkLedger({})).toMatchObject({ openHolds: 0, balanced: true });
  });

  it('ends only jobs of the workspace, and accepts at most 500 ids', async () => {
    const { workflows, child, scope, member } = await startWithRun(10, 10);
    const { job } = await workflows.submit(child(1), scope);
    const { scope: theirs } = await member(10);
    expect(await workflows.cancelMany({ jobIds: [job!.id] }, theirs)).toMatchObject({ jobs: [] });
    const tooMany = Array.from({ length: 501 }, () => job!.id);
    await expect(workflows.cancelMany({ jobIds: tooMany }, scope)).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('ends the job of a submission, and permanently withdraws a submission without a job', async () => {
    const { workflows, child, scope, billing } = await startWithRun(10, 10);
    const [known, unknown] = [child(1), child(2)];
    const { job } = await workflows.submit(known, scope);
    const submissionIds = [known.submissionId, unknown.submissionId];
    for (const _ of ['once', 'again'])
      expect(await workflows.cancelMany({ submissionIds }, scope)).toMatchObject({
        jobs: [{ id: job!.id, status: JobStatus.CANCELLED }],
        withdrawnSubmissionIds: [unknown.submissionId],
      });
    await expect(workflows.submit(unknown, scope)).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'withdrawn' },
    });
    expect(await billing.operator.checkLedger({})).toMatchObject({ openHolds: 0, balanced: true });
  });

  it('leaves no active job and no open hold of submissions withdrawn while in flight', async () => {
    const { workflows, child, scope, db, billing } = await startWithRun(100, 100);
    for (let round = 0; round < 10; round++) {
      const requests = Array.from({ length: 8 }, (_, n) => child(round * 100 + n));
      const answers = requests.map((request) => workflows.submit(request, scope).catch((error) => error));
      await new Promise((resolve) => setTimeout(resolve, round * 2));
      const submissionIds = requests.map(({ submissionId }) => submissionId);
      const { jobs, withdrawnSubmissionIds } = await workflows.cancelMany({ submissionIds }, scope);
      expect(jobs.length + withdrawnSubmissionIds.length).toBe(requests.length);
      await Promise.all(answers);
      const { rows } = await db.query('select count(*)::int as active from jobs where completed_at is null');
      expect(rows[0].active).toBe(0);
    }
    expect(await billing.operator.checkLedger({})).toMatchObject({ openHolds: 0, balanced: true });
  });
});

describe('a child of a workflow run', () => {
  it('is refused when its budget is used up, with its own reason', async () => {
    const { workflows, child, scope } = await startWithRun(3, 2);
    await workflows.submit(child(1), scope);
    await workflows.submit(child(2), scope);
    await expect(workflows.submit(child(3), scope)).rejects.toMatchObject({
      code: 'insufficient_credits',
      details: { reason: 'max_credits', required_credits: 1 },
    });
    await workflows.submit(child(4, { budgetId: undefined }), scope);
    const refused = await workflows.submit(child(5, { budgetId: undefined }), scope).catch((error) => error);
    expect(refused).toMatchObject({ code: 'insufficient_credits', details: { available_credits: 0 } });
    expect(refused.details.reason).toBeUndefined();
  });

  it('is the same job when submitted again after its run was moved or its budget raised', async () => {
    const { workflows, child, scope } = await startWithRun(10, 10);
    const request = child(1);
    const { job } = await workflows.submit(request, scope);
    const again = await workflows.submit({ ...request, projectId: `proj_${'0'.repeat(26)}` }, scope);
    expect(again).toMatchObject({ replayed: true, job: { id: job!.id } });
  });
});
