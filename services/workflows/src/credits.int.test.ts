import { BudgetPeriod, BudgetScope } from '@rotamer/proto/billing/v1/billing.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { PauseReason, RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { describe, expect, it } from 'vitest';
import { startWithCredits } from './testing/startWithCredits.ts';
import { sweepChildren } from './work/sweepChildren.ts';

const THREE = '>a\nMKTAYIAK\n>b\nGHPETLEK\n>c\nHGLDNYR\n';

describe('a run with max_credits', () => {
  it('never reserves more, pauses, and continues with a higher cap', async () => {
    const { owner, launch, attempt, available, workflows } = await startWithCredits(100);
    const runId = await owner.start({ proteins: THREE }, { maxMillicredits: 2_000 });
    await launch();
    expect(await attempt(runId)).toMatchObject({
      status: RunStatus.PAUSED,
      pause: { reason: PauseReason.MAX_CREDITS, nodeId: 'props' },
      heldMillicredits: 2_000,
    });
    expect(await available()).toBe(98_000);

    await workflows.continue({ runId, maxMillicredits: 3_000 }, owner.scope);
    await launch();
    expect(await attempt(runId)).toMatchObject({
      status: RunStatus.RUNNING,
      maxMillicredits: 3_000,
      heldMillicredits: 3_000,
    });
  });

  it('has the same cap here and in billing, also after two concurrent raises', async () => {
    const { owner, launch, attempt, workflows, jobs } = await startWithCredits(100);
    const runId = await owner.start({ proteins: THREE }, { maxMillicredits: 2_000 });
    await launch();
    const raise = (maxMillicredits: number) => workflows.continue({ runId, maxMillicredits }, owner.scope);
    const outcomes = await Promise.allSettled([raise(3_000), raise(5_000)]);
    const { rows } = await jobs.billing.db.query('select cap_millicredits::int as cap from budgets');
    expect((await attempt(runId)).maxMillicredits).toBe(rows[0].cap);
    expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
  });

  it('pauses for another reason when the balance is used up', async () => {
    const { owner, launch, attempt } = await startWithCredits(2);
    const runId = await owner.start({ proteins: THREE }, { maxMillicredits: 50_000 });
    await launch();
    expect(await attempt(runId)).toMatchObject({
      pause: { reason: PauseReason.INSUFFICIENT_CREDITS },
      heldMillicredits: 2_000,
    });
  });
});

describe('a run whose budget is used up', () => {
  it('waits with the refusal, and goes on when the budget is raised', async () => {
    const { owner, launch, attempt, jobs, onBilling } = await startWithCredits(100);
    const { db, clientOf } = jobs.billing;
    const budget = { workspaceId: owner.workspaceId, scope: BudgetScope.MEMBER, subjectId: owner.userId };
    const cap = (capMillicredits: number) =>
      clientOf('gateway').setSpendingBudget({ ...budget, period: BudgetPeriod.MONTH, capMillicredits });
    await cap(2_000);
    const runId = await owner.start({ proteins: THREE });
    await launch();
    expect(await attempt(runId)).toMatchObject({
      status: RunStatus.PAUSED,
      pause: {
        reason: PauseReason.INSUFFICIENT_CREDITS,
        nodeId: 'props',
        message: 'The job needs 1 credit; the budget of your membership for the month (UTC) has 0 left.',
      },
      heldMillicredits: 2_000,
    });

    await db.query('delete from outbox');
    await cap(3_000);
    const { rows } = await db.query('select key, event_id, type, occurred_at, value from outbox');
    for (const { event_id: eventId, occurred_at: occurredAt, ...row } of rows)
      await onBilling({ ...row, eventId, occurredAt, traceparent: '' });
    await launch();
    expect(await attempt(runId)).toMatchObject({
      status: RunStatus.RUNNING,
      pause: undefined,
      heldMillicredits: 3_000,
    });
  });
});

describe('the jobs of a run', () => {
  it('are held for the user and key that began the attempt', async () => {
    const { owner, launch, jobs } = await startWithCredits(100);
    const runId = await owner.start({ proteins: THREE });
    await launch();
    const { rows } = await jobs.billing.db.query('select distinct user_id, key_id, run_id from holds');
    expect(rows).toEqual([{ user_id: owner.userId, key_id: 'key_test', run_id: runId }]);
  });
});

describe('a run that is cancelled', () => {
  it('is final at once when jobs had refused the rest, which is never submitted again', async () => {
    const { owner, launch, workflows, ledger, db } = await startWithCredits(100);
    const runId = await owner.start({ proteins: THREE }, { maxMillicredits: 2_000 });
    await launch();
    const answer = await workflows.cancel({ runId }, owner.scope);
    expect(answer).toMatchObject({ chargedMillicredits: 0, refundedMillicredits: 2_000, unsettledJobs: 0 });
    await launch();
    const { rows } = await db.query('select state, count(*)::int as children from children group by 1 order by 1');
    expect(rows).toContainEqual({ state: 'DROPPED', children: 1 });
    expect(await ledger()).toMatchObject({ balanced: true, openHolds: 0 });
  });

  it('returns the exact total of its jobs, including those that had ended', async () => {
    const { owner, launch, workflows, jobs, available, ledger, db, deps } = await startWithCredits(100);
    const runId = await owner.start({ proteins: THREE });
    await launch();
    const { jobId, attempt: number } = await jobs.claimOne();
    const lease = jobs.holding(jobId, number);
    await jobs.leases.started(lease);
    await jobs.leases.complete({ ...lease, outcome: AttemptOutcome.FAILED, error: 'x', runtimeMs: 1 });

    const answer = await workflows.cancel({ runId }, owner.scope);
    expect(answer).toMatchObject({ unsettledJobs: 0, run: { run: { status: RunStatus.CANCELLED } } });
    expect(answer.chargedMillicredits + answer.refundedMillicredits).toBe(3_000);
    expect(await available()).toBe(100_000 - answer.chargedMillicredits);
    expect(await ledger()).toMatchObject({ balanced: true, openHolds: 0 });

    await db.query(`update children set news_at = now() - interval '1 hour'`);
    await sweepChildren(deps);
    expect(await workflows.cancel({ runId }, owner.scope)).toMatchObject({
      chargedMillicredits: answer.chargedMillicredits,
      refundedMillicredits: answer.refundedMillicredits,
    });
  });
});
