import { type Static, Type } from 'typebox';
import { budgetPeriods, budgetScopes } from './budgetWords.ts';
import { dateTime, nullable, oneOf } from './build.ts';

const strict = { additionalProperties: false };

/** What a job would cost now, and the errors that would block it. */
export const jobQuote = Type.Object(
  {
    object: Type.Literal('job_quote'),
    tool: Type.String(),
    estimated_credits: Type.Number(),
    available_credits: Type.Number(),
    billable_credits: Type.Number(),
    blocking_errors: Type.Array(
      Type.Object({ code: Type.String(), message: Type.String(), details: Type.Optional(Type.Unknown()) }, strict),
    ),
    limits: Type.Object(
      {
        active_concurrent_jobs: Type.Integer(),
        max_concurrent_jobs: Type.Integer(),
        daily_limit_used: nullable(Type.Integer()),
        daily_limit_max: nullable(Type.Integer()),
      },
      strict,
    ),
    queue: Type.Optional(
      Type.Object(
        {
          expected_seconds: nullable(
            Type.Number({ description: 'Run time that the tool expects; null where it does not estimate it' }),
          ),
          jobs_ahead: Type.Integer({
            description:
              'Waiting jobs of the tool in all workspaces; at most 1,000 are counted. Runners take turns between workspaces',
          }),
          waiting_reason: nullable(
            Type.String({ description: 'Why the job would wait: no runner offers its tool, or holds its dataset' }),
          ),
        },
        strict,
      ),
    ),
    budgets: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.String(),
            scope: oneOf(budgetScopes),
            subject_id: Type.String(),
            period: oneOf(budgetPeriods),
            cap_credits: Type.Number(),
            left_credits: Type.Number({ description: 'Below 0 after the cap was lowered' }),
            period_end: nullable(dateTime()),
            refuses: Type.Boolean({ description: 'It has less left than the job reserves first' }),
          },
          strict,
        ),
        { description: 'The budgets of the workspace, of you and of your key that would bound the job' },
      ),
    ),
    billing: Type.Union([
      Type.Object({ mode: Type.Literal('fixed') }, strict),
      Type.Object(
        {
          mode: Type.Literal('metered_runtime'),
          reserved_credits: Type.Number({ description: 'The first reservation' }),
          estimated_credits: Type.Number(),
          rate_credits_per_minute: Type.Number(),
          max_billable_runtime_seconds: Type.Number({ description: 'What the first reservation pays for' }),
        },
        strict,
      ),
    ]),
  },
  {
    $id: 'JobQuote',
    ...strict,
    examples: [
      {
        object: 'job_quote',
        tool: 'conformer-generation',
        estimated_credits: 6,
        available_credits: 3.5,
        billable_credits: 6,
        blocking_errors: [
          {
            code: 'insufficient_credits',
            message: 'The job needs 6 credits; the workspace has 3.5 available.',
            details: { required_credits: 6, available_credits: 3.5 },
          },
        ],
        limits: {
          active_concurrent_jobs: 2,
          max_concurrent_jobs: 10,
          daily_limit_used: 7,
          daily_limit_max: 500,
        },
        queue: { expected_seconds: 120, jobs_ahead: 3, waiting_reason: null },
        billing: {
          mode: 'metered_runtime',
          reserved_credits: 6,
          estimated_credits: 6,
          rate_credits_per_minute: 3,
          max_billable_runtime_seconds: 120,
        },
      },
    ],
  },
);

export type PublicQuote = Static<typeof jobQuote>;
