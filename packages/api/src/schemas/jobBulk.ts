import { type Static, Type } from 'typebox';
import { nullable, oneOf, ref } from './build.ts';
import { PROJECT_ID } from './idPatterns.ts';
import { jobFilterQuery } from './jobFilter.ts';

const strict = { additionalProperties: false };

/** Most jobs of one request. */
export const MOST_AT_ONCE = 1_000;

/** Body of `POST /jobs/cancel` and `POST /jobs/retry-failed`. */
export const jobBulkRequest = Type.Object(
  {
    filter: Type.Object(
      {
        ...jobFilterQuery,
        project_id: Type.Optional(Type.String({ pattern: PROJECT_ID })),
        unassigned: Type.Optional(
          Type.Boolean({ description: 'Only jobs without a project; cannot be combined with `project_id`' }),
        ),
      },
      { ...strict, minProperties: 1, description: 'The filters of `GET /jobs`, at least one' },
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_AT_ONCE,
        description: `Most jobs of this request; default: ${MOST_AT_ONCE}`,
      }),
    ),
    starting_after: Type.Optional(Type.String({ description: '`next_cursor` of the previous response' })),
    dry_run: Type.Optional(Type.Boolean({ description: 'Returns the jobs that match, and changes nothing' })),
  },
  { $id: 'JobBulkRequest', ...strict, examples: [{ filter: { label: 'plate=7' }, dry_run: true }] },
);

export type JobBulkRequestBody = Static<typeof jobBulkRequest>;

const bulkJob = Type.Object(
  {
    id: Type.String(),
    outcome: oneOf(['matched', 'done', 'skipped'], '`matched`: a dry run; `skipped`: see `code`'),
    new_job_id: nullable(Type.String({ description: 'The job that repeats it' })),
    code: nullable(Type.String({ description: 'Code of the error that left the job as it was' })),
    message: nullable(Type.String()),
  },
  { $id: 'JobBulkItem', ...strict },
);

/** What a request did to each job that matched. */
export const jobBulk = Type.Object(
  {
    object: Type.Literal('job_bulk'),
    workspace_id: Type.String(),
    dry_run: Type.Boolean(),
    done: Type.Integer({ minimum: 0 }),
    skipped: Type.Integer({ minimum: 0 }),
    data: Type.Array(ref(bulkJob), { description: 'Newest first' }),
    has_more: Type.Boolean({ description: 'More jobs may match: repeat the request with `next_cursor`' }),
    next_cursor: nullable(Type.String()),
    stopped_by: nullable(
      Type.String({ description: 'Code of the error that would have refused the rest, such as insufficient_credits' }),
    ),
  },
  { $id: 'JobBulk', ...strict },
);

export type PublicJobBulk = Static<typeof jobBulk>;
