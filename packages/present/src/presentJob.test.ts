import { isTerminal } from '@rotamer/domain/jobStatus.ts';
import { BillingMode, BillingOutcome, type JobBilling, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { describe, expect, it } from 'vitest';
import { presentJob, presentStatus } from './presentJob.ts';
import { testJob } from './testing/testJob.ts';

const metered: JobBilling = {
  mode: BillingMode.METERED_RUNTIME,
  outcome: BillingOutcome.UNSPECIFIED,
  reservedMillicredits: 4_000,
  rateMillicreditsPerMinute: 2_000,
};

describe('a job that has just been accepted', () => {
  it('has null for unknown values, and costs nothing yet', () => {
    expect(presentJob(testJob({ name: undefined }))).toEqual({
      id: expect.stringMatching(/^job_/),
      object: 'job',
      project_id: null,
      status: 'QUEUED',
      tool: 'protein-properties',
      name: null,
      credits_used: 0,
      created_at: '2026-03-01T12:00:00.000Z',
      started_at: null,
      completed_at: null,
      progress: null,
      execution_time_seconds: null,
      error: null,
    });
  });

  it('shows the reservation, and no refund before the charge is final', () => {
    expect(presentJob(testJob({ billing: metered })).billing).toEqual({
      mode: 'metered_runtime',
      reserved_credits: 4,
      final_credits: null,
      rate_credits_per_minute: 2,
      billable_runtime_seconds: null,
      outcome: null,
      finalized_at: null,
      refund_credits: null,
      refund_credits_applied_to_team: null,
      refund_deferred_to_workflow_run: false,
    });
  });
});

describe('a settled job', () => {
  it('shows its cost and refund to the millicredit', () => {
    const finalizedAt = new Date('2026-03-01T12:02:00.000Z');
    const billing = {
      ...metered,
      finalMillicredits: 1_001,
      billableRuntimeMs: 30_030,
      finalizedAt,
      outcome: BillingOutcome.CHARGED,
    };
    const job = presentJob(testJob({ status: JobStatus.COMPLETED, billing, runtimeMs: 30_030 }));
    expect(job).toMatchObject({ credits_used: 1.001, execution_time_seconds: 30.03 });
    expect(job.billing).toMatchObject({
      final_credits: 1.001,
      billable_runtime_seconds: 30.03,
      outcome: 'charged',
      finalized_at: '2026-03-01T12:02:00.000Z',
      refund_credits: 2.999,
      refund_credits_applied_to_team: 2.999,
    });
  });

  it.each([
    [BillingOutcome.CHARGED, 'charged'],
    [BillingOutcome.REFUNDED, 'refunded'],
    [BillingOutcome.RELEASED, 'released'],
  ])('shows %s as %s', (outcome, word) => {
    expect(presentJob(testJob({ billing: { ...metered, outcome } })).billing?.outcome).toBe(word);
  });
});

describe('every status', () => {
  const ended = ['COMPLETED', 'FAILED', 'TIMEOUT', 'CANCELLED', 'BUDGET_EXCEEDED'];

  it.each([...ended, 'PENDING', 'QUEUED', 'PROCESSING', 'RETRY'] as const)(
    '%s is shown under the same name',
    (word) => {
      const status = JobStatus[word as keyof typeof JobStatus];
      expect(presentStatus(status)).toBe(word);
      expect(isTerminal(status)).toBe(ended.includes(word));
    },
  );
});
