import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, ref } from './build.ts';
import { MAX_ID } from './jobInput.ts';
import { candidateColumn } from './tool.ts';
import { personBeside } from './workflowRun.ts';
import { itemFields } from './workflowRunResult.ts';

const strict = { additionalProperties: false };

/** Maximum number of candidates of one checkpoint. */
const MAX_CANDIDATES = 1_000;

/** Maximum characters of a reviewer's note. */
export const MAX_NOTE = 5_000;

/** Maximum number of fields by which a selection was filtered or sorted. */
const MAX_FIELDS = 20;

const DIGEST = 'Hex SHA-256 over the ids, content digests and metrics of all candidates, in order';

/** An item that a reviewer may choose. */
export const workflowCandidate = Type.Object(
  { ...itemFields, content_digest: Type.String({ description: 'Hex SHA-256 of its content' }) },
  { $id: 'WorkflowCandidate', ...strict },
);

/** How the selection was made. Stored with the decision, but not applied. */
export const workflowCriteria = Type.Object(
  {
    filters: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: MAX_FIELDS })),
    sort: Type.Optional(
      Type.Array(
        Type.Object(
          {
            field: Type.String({ minLength: 1, maxLength: MAX_ID }),
            direction: Type.Optional(oneOf(['asc', 'desc'])),
          },
          strict,
        ),
        { maxItems: MAX_FIELDS },
      ),
    ),
  },
  { $id: 'WorkflowCriteria', ...strict },
);

/** The selection at a checkpoint. It never changes. */
const decision = Type.Object(
  {
    decided_by: Type.String({ description: 'The user whose key was used' }),
    decided_by_user: Type.Optional(personBeside),
    decided_at: dateTime(),
    approved_candidate_ids: Type.Array(Type.String()),
    rejected_candidate_ids: Type.Array(Type.String()),
    note: nullable(Type.String()),
    criteria: nullable(Type.Object({}, { description: 'As they were sent' })),
  },
  { ...strict, description: 'null until a selection is recorded' },
);

/** The checkpoint at which a run is paused. */
export const workflowCuration = Type.Object(
  {
    object: Type.Literal('workflow_curation'),
    run_id: Type.String(),
    attempt_id: Type.String(),
    node_id: Type.String(),
    title: nullable(Type.String()),
    instructions: nullable(Type.String()),
    candidate_set_digest: Type.String({ description: DIGEST }),
    candidates: Type.Array(ref(workflowCandidate)),
    columns: Type.Optional(
      Type.Array(ref(candidateColumn), {
        description:
          'How to show the metrics of candidates: the fields of ranks first, then those of tools in the order of their contracts. A candidate may lack some of them, and have others',
      }),
    ),
    decision: nullable(decision),
    review_url: Type.String({ description: 'A page for people to review on, relative to the base URL' }),
  },
  { $id: 'WorkflowCuration', ...strict },
);

export type PublicWorkflowCuration = Static<typeof workflowCuration>;

/** Body of `POST /workflow-runs/{runId}/curation`. */
export const workflowCurationRequest = Type.Object(
  {
    candidate_set_digest: Type.String({ maxLength: MAX_ID, description: 'As the GET returned it' }),
    node_id: Type.Optional(
      Type.String({
        maxLength: MAX_ID,
        description:
          'The checkpoint that the reviewer saw, as the GET returned it; `conflict` when the run is at another one',
      }),
    ),
    approved_candidate_ids: Type.Array(Type.String({ maxLength: MAX_ID }), {
      minItems: 1,
      maxItems: MAX_CANDIDATES,
      description: 'The others are rejected',
    }),
    note: Type.Optional(Type.String({ maxLength: MAX_NOTE })),
    criteria: Type.Optional(ref(workflowCriteria)),
  },
  {
    $id: 'WorkflowCurationRequest',
    ...strict,
    examples: [
      {
        candidate_set_digest: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        approved_candidate_ids: ['itm_01kjmma2g0e9dtsezyywpss2bm'],
        note: 'The most stable one',
        criteria: { filters: { instability_index: { lt: 40 } }, sort: [{ field: 'gravy', direction: 'desc' }] },
      },
    ],
  },
);
