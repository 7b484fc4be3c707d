import { type Static, Type } from 'typebox';
import { dateTime, listOf, nullable, oneOf, ref } from './build.ts';
import { pinnedRelease } from './dataset.ts';
import { jobStatuses } from './job.ts';
import { retryModes } from './workflowRunRequest.ts';

const strict = { additionalProperties: false };

export const runStatuses = [
  'QUEUED',
  'RUNNING',
  'PAUSED',
  'COMPLETED',
  'COMPLETED_WITH_ERRORS',
  'FAILED',
  'CANCELLED',
] as const;

const status = oneOf(
  runStatuses,
  'The last four are final. COMPLETED_WITH_ERRORS: there is a result although some jobs or nodes failed',
);

export const pauseReasons = ['curation', 'max_credits', 'insufficient_credits'] as const;

/** Why a run is paused. */
export const workflowPause = nullable(
  Type.Object(
    {
      reason: oneOf(
        pauseReasons,
        'curation: someone has to choose. max_credits: the cap does not allow the next job; continue with a higher one. insufficient_credits: the workspace lacks credits for the next job, or a budget refuses it; goes on by itself once credits are granted, or the budget allows it',
      ),
      node_id: Type.String({ description: 'The curation node, or the node whose job was refused' }),
      decided: Type.Boolean({ description: 'A selection is recorded, so that the run can be continued' }),
      message: Type.Optional(Type.String({ description: 'Why credits were refused, with the budget that refused' })),
    },
    { ...strict, description: 'While PAUSED' },
  ),
);

const costs = {
  estimated_credits: Type.Number({
    description: 'Credits charged so far, and those reserved for jobs that are not settled',
  }),
  actual_credits: Type.Number({ description: 'Credits charged so far' }),
};

/** A user beside a resource. */
export const personBeside = Type.Object(
  {
    user_id: Type.String(),
    name: nullable(Type.String({ description: 'Display name of the user' })),
    email: nullable(Type.String({ description: 'Null without the scope `workspace:read`' })),
  },
  strict,
);

/** One attempt to run a workflow to its end. */
export const workflowAttempt = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('workflow_attempt'),
    number: Type.Integer({ minimum: 1 }),
    mode: oneOf(retryModes, 'from_failed_node: it reuses results of `reused_attempt_id`'),
    reused_attempt_id: nullable(Type.String()),
    status,
    pause: workflowPause,
    error: nullable(Type.String({ description: 'Why it failed' })),
    max_credits: nullable(Type.Number({ description: 'Cap on the cost of all its jobs; null: no cap' })),
    ...costs,
    refunded_credits: Type.Number({ description: 'Credits reserved for settled jobs and not charged' }),
    started_by: Type.Optional(personBeside),
    created_at: dateTime(),
    started_at: nullable(dateTime()),
    completed_at: nullable(dateTime()),
  },
  { $id: 'WorkflowAttempt', ...strict },
);

const count = (description: string) => Type.Integer({ minimum: 0, description });

const jobCounts = (description: string) =>
  Type.Object(
    {
      waiting: count('Not accepted yet'),
      active: count('Accepted, not ended'),
      completed: count('Ended with a result'),
      failed: count('Ended without'),
      skipped: count('Never started'),
    },
    { ...strict, description },
  );

export const nodeTypes = [
  'input',
  'tool',
  'filter',
  'rank',
  'branch',
  'curation',
  'join',
  'collect',
  'output',
] as const;

export const nodeStatuses = [
  'WAITING',
  'RUNNING',
  'PAUSED',
  'COMPLETED',
  'COMPLETED_WITH_ERRORS',
  'FAILED',
  'SKIPPED',
  'CANCELLED',
] as const;

/** A node of the definition in one attempt. */
export const workflowNode = Type.Object(
  {
    id: Type.String(),
    type: oneOf(nodeTypes),
    status: oneOf(nodeStatuses, 'SKIPPED: a branch went the other way, or nothing came to it'),
    job_counts: jobCounts('Numbers of the jobs of the node'),
    items: count('Items that left it'),
    taken: nullable(Type.String({ description: 'For a branch node: the case that was taken' })),
    error: nullable(Type.String({ description: 'Why it failed or was skipped' })),
    reused_attempt_id: nullable(Type.String({ description: 'Its results are those of this earlier attempt' })),
    dataset: Type.Optional(
      pinnedRelease('The release that it searches in every attempt, as found when the run started'),
    ),
    label: Type.Optional(Type.String({ description: 'What the workflow calls it for people' })),
    tool: Type.Optional(Type.String({ description: 'For a tool node: the tool' })),
    after: Type.Optional(Type.Array(Type.String(), { description: 'The nodes from which items come to it' })),
    reserved_credits: Type.Optional(
      Type.Number({ description: 'Credits reserved for jobs of the node that are not settled' }),
    ),
    credits_used: Type.Optional(Type.Number({ description: 'Credits charged for jobs of the node so far' })),
    decision: Type.Optional(
      Type.Object(
        {
          decided_by: personBeside,
          decided_at: dateTime(),
          approved: count('Candidates that were approved'),
          rejected: count('Candidates that were not'),
          candidate_set_digest: Type.String({ description: 'The list of candidates to which it is bound' }),
          note: nullable(Type.String()),
        },
        { ...strict, description: 'For a curation node: the selection that was recorded' },
      ),
    ),
    started_at: nullable(dateTime()),
    completed_at: nullable(dateTime()),
  },
  { $id: 'WorkflowNode', ...strict },
);

export type PublicWorkflowNode = Static<typeof workflowNode>;

/** A link to a result. The key that requested the run can also open the link. */
export const resultUrl = () =>
  nullable(Type.String({ description: 'Relative to the base URL; requires the same key; null while there is none' }));

/** A job that a run started, or will start, for one of its nodes. */
export const workflowJob = Type.Object(
  {
    object: Type.Literal('workflow_job'),
    node_id: Type.String(),
    index: Type.Integer({ minimum: 0, description: 'Counts the jobs of the node, in the order of its items' }),
    status: oneOf(['WAITING', 'ACTIVE', 'COMPLETED', 'FAILED', 'CANCELLED'], 'WAITING: there is no job yet'),
    job_id: nullable(Type.String()),
    job_status: nullable(oneOf(jobStatuses, 'Of the job once it has ended')),
    tool: Type.String(),
    item_id: nullable(Type.String({ description: 'The item of the job, if the job is for one item' })),
    item_label: nullable(Type.String()),
    error: nullable(Type.String()),
    reserved_credits: Type.Number({ description: 'Credits reserved while it is not settled' }),
    credits_used: Type.Number({ description: 'Credits charged; 0 until the charge is final' }),
    result_available: Type.Boolean(),
    result_url: resultUrl(),
  },
  { $id: 'WorkflowJob', ...strict },
);

export type PublicWorkflowJob = Static<typeof workflowJob>;

export const workflowJobList = listOf(workflowJob, 'WorkflowJobList');

const attemptExample = {
  id: 'att_01kjmma2g0e9dtsezyywpss2bm',
  object: 'workflow_attempt',
  number: 1,
  mode: 'from_start',
  reused_attempt_id: null,
  status: 'COMPLETED',
  pause: null,
  error: null,
  max_credits: 20,
  estimated_credits: 1,
  actual_credits: 1,
  refunded_credits: 0,
  created_at: '2026-03-01T12:00:00.000Z',
  started_at: '2026-03-01T12:00:00.100Z',
  completed_at: '2026-03-01T12:00:02.000Z',
};

const nodeExample = {
  id: 'properties',
  type: 'tool',
  status: 'COMPLETED',
  job_counts: { waiting: 0, active: 0, completed: 1, failed: 0, skipped: 0 },
  items: 3,
  taken: null,
  error: null,
  reused_attempt_id: null,
  started_at: '2026-03-01T12:00:00.200Z',
  completed_at: '2026-03-01T12:00:01.500Z',
};

const jobExample = {
  object: 'workflow_job',
  node_id: 'properties',
  index: 0,
  status: 'COMPLETED',
  job_id: 'job_01kjmma2g0e9dtsezyywpss2bm',
  job_status: 'COMPLETED',
  tool: 'protein-properties',
  item_id: null,
  item_label: null,
  error: null,
  reserved_credits: 0,
  credits_used: 1,
  result_available: true,
  result_url: '/api/v1/results/job_01kjmma2g0e9dtsezyywpss2bm',
};

/** One execution of a workflow, pinned to a revision, with all its attempts. */
export const workflowRun = Type.Object(
  {
    id: Type.String({ description: 'Ids sort by creation time' }),
    object: Type.Literal('workflow_run'),
    project_id: nullable(Type.String()),
    workflow_id: Type.String(),
    workflow_name: Type.String(),
    revision_id: Type.String(),
    revision_number: Type.Integer({ minimum: 1 }),
    name: nullable(Type.String()),
    status,
    pause: workflowPause,
    error: nullable(Type.String({ description: 'Why the current attempt failed' })),
    ...costs,
    attempts: Type.Array(ref(workflowAttempt), {
      description:
        'Oldest first. Status, pause and error of the run are those of the last; its credits are sums over all',
    }),
    attempt_id: Type.String({ description: 'The attempt of `nodes` and `jobs`' }),
    nodes: Type.Array(ref(workflowNode), { description: 'In the order of the definition' }),
    jobs: Type.Array(ref(workflowJob), {
      description: 'The first 100 jobs; `GET /workflow-runs/{runId}/jobs` has all',
    }),
    has_more_jobs: Type.Boolean(),
    created_at: dateTime(),
    started_at: nullable(Type.String({ format: 'date-time', description: 'When the first attempt started' })),
    completed_at: nullable(Type.String({ format: 'date-time', description: 'When the last attempt ended' })),
  },
  {
    $id: 'WorkflowRun',
    ...strict,
    examples: [
      {
        id: 'run_01kjmma2g0e9dtsezyywpss2bm',
        object: 'workflow_run',
        project_id: null,
        workflow_id: 'wf_01kjmma2g0e9dtsezyywpss2bm',
        workflow_name: 'Stable peptides',
        revision_id: 'wfrev_01kjmma2g0e9dtsezyywpss2bm',
        revision_number: 1,
        name: 'First peptides',
        status: 'COMPLETED',
        pause: null,
        error: null,
        estimated_credits: 1,
        actual_credits: 1,
        attempts: [attemptExample],
        attempt_id: attemptExample.id,
        nodes: [nodeExample],
        jobs: [jobExample],
        has_more_jobs: false,
        created_at: '2026-03-01T12:00:00.000Z',
        started_at: '2026-03-01T12:00:00.100Z',
        completed_at: '2026-03-01T12:00:02.000Z',
      },
    ],
  },
);

export type PublicWorkflowRun = Static<typeof workflowRun>;

/** A run in a list: without its nodes and jobs. */
export const workflowRunSummary = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('workflow_run_summary'),
    project_id: nullable(Type.String()),
    workflow_id: Type.String(),
    workflow_name: Type.String(),
    revision_number: Type.Integer({ minimum: 1 }),
    name: nullable(Type.String()),
    status,
    pause: workflowPause,
    error: nullable(Type.String({ description: 'Why the current attempt failed' })),
    attempt_count: Type.Integer({ minimum: 1 }),
    job_counts: jobCounts('Numbers of the jobs of the current attempt'),
    ...costs,
    max_credits: nullable(Type.Number({ description: 'Cap of the current attempt; null: no cap' })),
    started_by: personBeside,
    created_at: dateTime(),
    started_at: nullable(Type.String({ format: 'date-time', description: 'When the current attempt started' })),
    completed_at: nullable(dateTime()),
  },
  { $id: 'WorkflowRunSummary', ...strict },
);

export type PublicWorkflowRunSummary = Static<typeof workflowRunSummary>;

export const workflowRunList = listOf(workflowRunSummary, 'WorkflowRunList');

/** A run that was cancelled. */
export const workflowRunCancellation = Type.Object(
  {
    object: Type.Literal('workflow_run_cancellation'),
    charged_credits: Type.Number({ description: 'Credits charged for the jobs of the current attempt' }),
    refunded_credits: Type.Number({ description: 'Credits reserved for these jobs and not charged' }),
    unsettled_jobs: Type.Integer({
      minimum: 0,
      description: 'Jobs whose charge is not final yet; 0 when the totals are final',
    }),
    run: ref(workflowRun),
  },
  { $id: 'WorkflowRunCancellation', ...strict },
);

/** Whether a new attempt reuses the results of a node from an earlier attempt. */
export const workflowNodeReuse = Type.Object(
  {
    node_id: Type.String(),
    reused: Type.Boolean(),
    verdict: oneOf(
      ['reused', 'runs_again', 'changed_settings', 'new_tool_version', 'other_input', 'no_result'],
      'reused: nothing that its result depends on has changed. runs_again: it is the failed node, or it has no complete result and does not lead to the failed node, or it comes after such a node. no_result: the earlier attempt left no complete result, or it is gone',
    ),
    reason: Type.String({ description: 'The verdict as a sentence' }),
  },
  { $id: 'WorkflowNodeReuse', ...strict },
);

/** A run with a new attempt. */
export const workflowRunRetry = Type.Object(
  {
    object: Type.Literal('workflow_run_retry'),
    reuse: Type.Array(ref(workflowNodeReuse), { description: 'Every node, in the order of the definition' }),
    run: ref(workflowRun),
  },
  { $id: 'WorkflowRunRetry', ...strict },
);

/** The query parameter of operations that show one attempt of a run. */
export const attemptQuery = {
  attempt_id: Type.Optional(Type.String({ description: 'An attempt of the run; default: the current one' })),
};
