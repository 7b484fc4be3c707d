import { type Static, Type } from 'typebox';
import { dateTime, listOf, nullable, oneOf, ref } from './build.ts';
import { pinnedRelease } from './dataset.ts';

export const jobStatuses = [
  'PENDING',
  'QUEUED',
  'PROCESSING',
  'RETRY',
  'COMPLETED',
  'FAILED',
  'TIMEOUT',
  'CANCELLED',
  'BUDGET_EXCEEDED',
] as const;

/** Reservation, charge and refund of a job, in credits. */
export const jobBilling = Type.Object(
  {
    mode: oneOf(['fixed', 'metered_runtime']),
    reserved_credits: nullable(Type.Number({ description: 'Credits reserved, including extensions' })),
    final_credits: nullable(Type.Number({ description: 'Credits charged' })),
    rate_credits_per_minute: nullable(Type.Number()),
    billable_runtime_seconds: nullable(Type.Number()),
    outcome: nullable(
      Type.String({
        description: '`charged`, `refunded` (ended without a charge) or `released` (cancelled before it started)',
      }),
    ),
    finalized_at: nullable(dateTime()),
    refund_credits: nullable(Type.Number({ description: 'Credits reserved but not charged' })),
    refund_credits_applied_to_team: nullable(
      Type.Number({ description: 'Part of the refund already returned to the workspace' }),
    ),
    refund_deferred_to_workflow_run: nullable(Type.Boolean()),
  },
  { $id: 'JobBilling', additionalProperties: false },
);

/** The fields of a job in every response. */
export const jobFields = {
  id: Type.String({ description: 'Ids sort by creation time' }),
  object: Type.Literal('job'),
  project_id: nullable(Type.String()),
  status: oneOf(jobStatuses),
  tool: Type.String(),
  name: nullable(Type.String()),
  credits_used: Type.Number({ description: '0 until the charge is final' }),
  created_at: dateTime(),
  started_at: nullable(dateTime()),
  completed_at: nullable(dateTime()),
  progress: nullable(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Progress in percent; null while unknown' }),
  ),
  execution_time_seconds: nullable(Type.Number({ description: 'Run time of the last attempt' })),
  error: nullable(Type.String({ description: 'Why the job failed, or why it is waiting' })),
  dataset: Type.Optional(pinnedRelease('The release of a dataset that the job pins')),
  labels: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'Labels of the job; absent without one' }),
  ),
  billing: Type.Optional(ref(jobBilling)),
};

/** A job that has ended. */
export const jobExample = {
  id: 'job_01kjmma2g0e9dtsezyywpss2bm',
  object: 'job',
  project_id: null,
  status: 'COMPLETED',
  tool: 'protein-properties',
  name: 'Hen egg white lysozyme',
  credits_used: 1,
  created_at: '2026-03-01T12:00:00.000Z',
  started_at: '2026-03-01T12:00:00.110Z',
  completed_at: '2026-03-01T12:00:01.020Z',
  progress: 100,
  execution_time_seconds: 0.871,
  error: null,
  billing: {
    mode: 'fixed',
    reserved_credits: 1,
    final_credits: 1,
    rate_credits_per_minute: null,
    billable_runtime_seconds: null,
    outcome: 'charged',
    finalized_at: '2026-03-01T12:00:01.040Z',
    refund_credits: 0,
    refund_credits_applied_to_team: 0,
    refund_deferred_to_workflow_run: false,
  },
};

/** One execution of a tool. */
export const job = Type.Object(jobFields, { $id: 'Job', additionalProperties: false, examples: [jobExample] });

export type PublicJob = Static<typeof job>;

/** The job of an earlier submission with the same idempotency key. */
export const replayedJob = Type.Object(
  { ...jobFields, message: Type.String() },
  { $id: 'ReplayedJob', additionalProperties: false },
);

export const jobList = listOf(job, 'JobList');

export const jobCancellation = Type.Object(
  {
    object: Type.Literal('job_cancellation'),
    refunded: Type.Boolean({ description: 'Whether the whole reservation was refunded' }),
    job: ref(job),
  },
  { $id: 'JobCancellation', additionalProperties: false },
);

export const jobStop = Type.Object(
  {
    object: Type.Literal('job_stop'),
    job: ref(job),
  },
  { $id: 'JobStop', additionalProperties: false },
);

export const jobRetry = Type.Object(
  { object: Type.Literal('job_retry'), job: ref(job) },
  { $id: 'JobRetry', additionalProperties: false },
);
