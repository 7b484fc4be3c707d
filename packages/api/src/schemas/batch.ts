import { type Static, Type } from 'typebox';
import { dateTime, listOf, nullable, oneOf, ref } from './build.ts';
import { PROJECT_ID } from './idPatterns.ts';
import { jobStatuses } from './job.ts';
import { MAX_ID, MAX_NAME } from './jobInput.ts';
import { jobRequest } from './jobRequest.ts';
import { resultUrl } from './workflowRun.ts';

const strict = { additionalProperties: false };

/** Most submissions in a request. A file may have more. */
const MAX_SUBMISSIONS = 100;

const { tool, input, settings, max_quoted_credits, billing } = jobRequest.properties;

/** One submission of a batch: the body of `POST /jobs` with a `custom_id`, as an item of a request or as a line of a file. */
export const batchSubmission = Type.Object(
  {
    custom_id: Type.String({
      minLength: 1,
      maxLength: MAX_ID,
      description: 'Your name for the submission, unique in the batch',
    }),
    tool,
    name: Type.Optional(
      Type.String({ maxLength: MAX_NAME, description: 'Of the job; default: the name of the batch and the custom_id' }),
    ),
    input,
    settings,
    max_quoted_credits,
    billing,
  },
  { $id: 'BatchSubmission', ...strict },
);

export type BatchSubmissionBody = Static<typeof batchSubmission>;

/** What a batch submits: a list, or a file of the library. */
const source = {
  submissions: Type.Optional(
    Type.Array(ref(batchSubmission), { minItems: 1, maxItems: MAX_SUBMISSIONS, description: 'Or `file_id`' }),
  ),
  file_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_ID,
      description:
        'A saved file in place of `submissions`: each of at most 50,000 lines is a submission as JSON. Needs the scope files:read',
    }),
  ),
};

/** When a batch has found enough. */
const stopWhen = Type.Object(
  {
    metric: Type.String({ minLength: 1, maxLength: MAX_ID, description: 'A field of the rows of results' }),
    op: oneOf(['eq', 'lt', 'lte', 'gt', 'gte']),
    value: Type.Union([Type.Number(), Type.String({ maxLength: MAX_NAME }), Type.Boolean()]),
    count: Type.Integer({
      minimum: 1,
      maximum: 50_000,
      description: 'Number of submissions whose results must have such a row',
    }),
  },
  { ...strict, description: 'Then nothing more is submitted; jobs that have begun end as usual' },
);

/** Body of `POST /batches/quote`. */
export const batchQuoteRequest = Type.Object(source, { $id: 'BatchQuoteRequest', ...strict });

/** Body of `POST /batches`. */
export const batchRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_NAME }),
    ...source,
    project_id: Type.Optional(
      nullable(
        Type.String({
          pattern: PROJECT_ID,
          description: 'The project of the batch and its jobs. A non-null value requires the scope projects:write',
        }),
      ),
    ),
    max_credits: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Caps what all jobs of the batch cost together; reserves nothing. At the cap the batch pauses',
      }),
    ),
    stop_when: Type.Optional(stopWhen),
    on_problem: Type.Optional(
      oneOf(
        ['refuse', 'skip'],
        'refuse (default): a problem of any submission refuses the batch. skip: submissions with problems are left out',
      ),
    ),
  },
  { $id: 'BatchRequest', ...strict },
);

export type BatchRequestBody = Static<typeof batchRequest>;

/** Body of `POST /batches/{batchId}/continue` and `/retry`. It is optional. */
export const batchCapRequest = Type.Object(
  {
    max_credits: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'A higher cap for the whole batch, if it was started with a cap; default: unchanged',
      }),
    ),
  },
  { $id: 'BatchCapRequest', ...strict, examples: [{}, { max_credits: 40 }] },
);

export const batchStatuses = [
  'VALIDATING',
  'QUEUED',
  'RUNNING',
  'PAUSED',
  'COMPLETED',
  'COMPLETED_WITH_ERRORS',
  'FAILED',
  'CANCELLED',
] as const;

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** A problem of one submission. */
export const batchProblem = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: 'The place in the list, or the line of the file, from 1' }),
    custom_id: nullable(Type.String()),
    path: Type.String({ description: 'The field of the submission; empty for the submission as a whole' }),
    message: Type.String(),
  },
  { $id: 'BatchProblem', ...strict },
);

const problems = {
  problems: Type.Array(ref(batchProblem), { description: 'The first 100' }),
  problem_count: count('Problems in all'),
};

/** Many jobs that are submitted, paid for, followed and stopped together. */
export const batch = Type.Object(
  {
    id: Type.String({ description: 'Ids sort by creation time' }),
    object: Type.Literal('batch'),
    name: Type.String(),
    project_id: nullable(Type.String()),
    status: oneOf(
      batchStatuses,
      'VALIDATING: its file is read. The last four are final. COMPLETED_WITH_ERRORS: some submissions have no result. FAILED: none has one, or the file had problems',
    ),
    pause: nullable(
      Type.Object(
        {
          reason: oneOf(
            ['max_credits', 'insufficient_credits'],
            'max_credits: the cap does not allow the next job; continue with a higher one. insufficient_credits: the workspace lacks credits, or a budget refuses the job; goes on by itself once there are credits',
          ),
          message: nullable(Type.String()),
        },
        { ...strict, description: 'While PAUSED' },
      ),
    ),
    error: nullable(Type.String({ description: 'Why it failed' })),
    tools: Type.Array(Type.String(), { description: 'The tools of its submissions, each once' }),
    file_id: nullable(Type.String({ description: 'The file that has the submissions' })),
    stop_when: nullable(stopWhen),
    matched: count('Submissions whose results match `stop_when`'),
    on_problem: oneOf(['refuse', 'skip']),
    max_credits: nullable(Type.Number({ description: 'Cap on the cost of all its jobs; null: no cap' })),
    quoted_credits: Type.Number({ description: 'What all submissions were expected to cost before the start' }),
    reserved_credits: Type.Number({ description: 'Credits reserved for jobs that are not settled' }),
    actual_credits: Type.Number({ description: 'Credits charged so far' }),
    refunded_credits: Type.Number({ description: 'Credits reserved for settled jobs and not charged' }),
    items: Type.Object(
      {
        total: count('Submissions without problems'),
        waiting: count('Not accepted as a job yet'),
        active: count('Accepted, not ended'),
        completed: count('Ended with a result'),
        failed: count('Ended without, or refused'),
        skipped: count('Never started'),
      },
      strict,
    ),
    attempts: count('1 more after each retry'),
    ...problems,
    created_at: dateTime(),
    started_at: nullable(dateTime()),
    completed_at: nullable(dateTime()),
  },
  {
    $id: 'Batch',
    ...strict,
    examples: [
      {
        id: 'batch_01kjmma2g0e9dtsezyywpss2bm',
        object: 'batch',
        name: 'Peptides of March',
        project_id: null,
        status: 'RUNNING',
        pause: null,
        error: null,
        tools: ['protein-properties'],
        file_id: null,
        stop_when: null,
        matched: 0,
        on_problem: 'refuse',
        max_credits: 20,
        quoted_credits: 2,
        reserved_credits: 1,
        actual_credits: 1,
        refunded_credits: 0,
        items: { total: 2, waiting: 0, active: 1, completed: 1, failed: 0, skipped: 0 },
        attempts: 1,
        problems: [],
        problem_count: 0,
        created_at: '2026-03-01T12:00:00.000Z',
        started_at: '2026-03-01T12:00:00.100Z',
        completed_at: null,
      },
    ],
  },
);

export type PublicBatch = Static<typeof batch>;

export const batchList = listOf(batch, 'BatchList');

/** What a batch would cost, and the problems of its submissions. */
export const batchQuote = Type.Object(
  {
    object: Type.Literal('batch_quote'),
    submissions: count('Submissions of the request'),
    valid_submissions: count('Submissions without problems; the amounts are sums over these'),
    metered_submissions: count('Submissions of tools that are billed by run time'),
    estimated_credits: Type.Number({ description: 'Expected cost' }),
    reserved_credits: Type.Number({ description: 'Reserved when all jobs are accepted' }),
    max_credits: Type.Number({ description: 'The most that the jobs can cost: prices, and caps of metered jobs' }),
    available_credits: Type.Number({ description: 'What the workspace has available now' }),
    ...problems,
  },
  {
    $id: 'BatchQuote',
    ...strict,
    examples: [
      {
        object: 'batch_quote',
        submissions: 2,
        valid_submissions: 1,
        metered_submissions: 0,
        estimated_credits: 1,
        reserved_credits: 1,
        max_credits: 1,
        available_credits: 250,
        problems: [{ line: 2, custom_id: 'b', path: 'tool', message: "The tool 'protein-propertie' does not exist." }],
        problem_count: 1,
      },
    ],
  },
);

export type PublicBatchQuote = Static<typeof batchQuote>;

export const batchItemStatuses = ['WAITING', 'ACTIVE', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;

/** One submission of a batch, with its last job. */
export const batchItem = Type.Object(
  {
    object: Type.Literal('batch_item'),
    line: Type.Integer({ minimum: 1, description: 'The place in the list, or the line of the file, from 1' }),
    custom_id: Type.String(),
    status: oneOf(batchItemStatuses, 'WAITING: there is no job yet'),
    attempt: Type.Integer({ minimum: 1, description: 'The attempt of the batch in which it was last submitted' }),
    job_id: nullable(Type.String()),
    job_status: nullable(oneOf(jobStatuses, 'Of the job once it has ended')),
    error: nullable(Type.String()),
    reserved_credits: Type.Number({ description: 'Credits reserved while it is not settled' }),
    credits_used: Type.Number({ description: 'Credits charged; 0 until the charge is final' }),
    result_available: Type.Boolean(),
    result_url: resultUrl(),
  },
  {
    $id: 'BatchItem',
    ...strict,
    examples: [
      {
        object: 'batch_item',
        line: 1,
        custom_id: 'lysozyme',
        status: 'COMPLETED',
        attempt: 1,
        job_id: 'job_01kjmma2g0e9dtsezyywpss2bm',
        job_status: 'COMPLETED',
        error: null,
        reserved_credits: 0,
        credits_used: 1,
        result_available: true,
        result_url: '/api/v1/results/job_01kjmma2g0e9dtsezyywpss2bm',
      },
    ],
  },
);

export type PublicBatchItem = Static<typeof batchItem>;

export const batchItemList = listOf(batchItem, 'BatchItemList');

/** A row of the result of one submission. */
export const batchRow = Type.Object(
  {
    object: Type.Literal('batch_row'),
    custom_id: Type.String(),
    line: Type.Integer({ minimum: 1 }),
    job_id: Type.String(),
    output_port_id: Type.String(),
    rank: nullable(Type.Integer()),
    value: Type.Record(Type.String(), Type.Unknown()),
  },
  {
    $id: 'BatchRow',
    ...strict,
    examples: [
      {
        object: 'batch_row',
        custom_id: 'lysozyme',
        line: 1,
        job_id: 'job_01kjmma2g0e9dtsezyywpss2bm',
        output_port_id: 'properties',
        rank: null,
        value: { id: 'lysozyme', length: 129 },
      },
    ],
  },
);

export type PublicBatchRow = Static<typeof batchRow>;

export const batchRowList = listOf(batchRow, 'BatchRowList');

/** A batch that was cancelled. */
export const batchCancellation = Type.Object(
  {
    object: Type.Literal('batch_cancellation'),
    unsettled_jobs: count('Jobs whose charge is not final yet; 0 when the amounts are final'),
    batch: ref(batch),
  },
  { $id: 'BatchCancellation', ...strict },
);
