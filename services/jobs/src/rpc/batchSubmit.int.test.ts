import { randomUUID } from 'node:crypto';
import { inOrder } from '@rotamer/kit/batching/asCompleted.ts';
import { itemFault } from '@rotamer/kit/batching/itemError.ts';
import { holdLocks } from '@rotamer/kit/testing/holdLocks.ts';
import { type CallersSubmit, SubmissionKind, type SubmitAnswer } from '@rotamer/proto/jobs/v1/jobs.ts';
import { describe, expect, it } from 'vitest';
import { aSubmission, startJobs } from '../testing/startJobs.ts';

const codeOf = ({ answer }: SubmitAnswer) =>
  answer?.$case === 'error' ? itemFault(answer.value).code : answer?.value.replayed ? 'replayed' : 'accepted';

describe('submissions of many callers in one call', () => {
  it('get the responses that they would get separately', async () => {
    const { jobs, billing, member, db } = await startJobs();
    const [rich, poor, limited] = [await member(10), await member(0.5), await member(10)];
    await billing.operator.setLimits({ workspaceId: limited.workspaceId, concurrentJobs: 1 });
    const submit = ({ scope }: typeof rich, over = {}): CallersSubmit => {
      return { request: aSubmission(over), caller: scope.caller, traceparent: '' };
    };
    const known = submit(rich);
    await jobs.submit(known.request!, rich.scope);

    const answers = await inOrder(
      jobs.batchSubmit({
        submits: [
          submit(rich),
          submit(poor),
          known,
          submit(rich, { tool: 'nonsense' }),
          submit(rich),
          submit(limited),
          submit(limited),
        ],
      }),
    );
    const codes = answers.map(codeOf);
    expect(codes.slice(0, 5)).toEqual(['accepted', 'insufficient_credits', 'replayed', 'not_found', 'accepted']);
    expect(codes.slice(5).toSorted()).toEqual(['accepted', 'concurrent_job_limit_exceeded']);
    const { rows } = await db.query('select workspace_id, count(*) from jobs group by 1 order by 1');
    expect(rows).toEqual([
      { workspace_id: rich.workspaceId, count: 3 },
      { workspace_id: limited.workspaceId, count: 1 },
    ]);
    // Refused submissions hold nothing.
    expect((await billing.operator.checkLedger({})).openHolds).toBe(4);
  });

  it('with a random id find the job of an earlier call whose response was lost', async () => {
    const { jobs, billing, member } = await startJobs();
    const { scope } = await member(10);
    const request = aSubmission({ submissionId: randomUUID(), kind: SubmissionKind.UNKEYED });
    const submits = [{ request, caller: scope.caller, traceparent: '' }];
    const [before, after] = [
      await inOrder(jobs.batchSubmit({ submits })),
      await inOrder(jobs.batchSubmit({ submits })),
    ];
    expect([...before, ...after].map(codeOf)).toEqual(['accepted', 'replayed']);
    expect((await billing.operator.checkLedger({})).openHolds).toBe(1);
  });

  it('get service_unavailable when the database blocks them until the deadline', async () => {
    const { jobs, member, db } = await startJobs();
    const { scope } = await member(10);
    await holdLocks(db, 'lock table jobs in access exclusive mode', []);
    const submits = [{ request: aSubmission(), caller: scope.caller, traceparent: '' }];
    const unavailable = { code: 'service_unavailable' };
    await expect(inOrder(jobs.batchSubmit({ submits }, { deadlineMs: Date.now() + 500 }))).rejects.toMatchObject(
      unavailable,
    );
    await expect(jobs.submit(aSubmission(), { ...scope, deadlineMs: Date.now() + 500 })).rejects.toMatchObject(
      unavailable,
    );
  });
});
