import { type Static, Type } from 'typebox';
import { nullable, oneOf, ref } from './build.ts';
import { nodeStatuses, nodeTypes, resultUrl, runStatuses, workflowJob } from './workflowRun.ts';

const strict = { additionalProperties: false };

/** The fields of an item, which nodes pass to each other. */
export const itemFields = {
  id: Type.String(),
  kind: Type.String({ description: '`protein`, `smiles`, `structure`, `table`, …' }),
  format: Type.String({ description: '`FASTA`, `SMILES`, `PDB`, …' }),
  label: Type.String(),
  metrics: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Numbers, texts and booleans that filters, ranks and reviewers look at',
  }),
  source_item_ids: Type.Array(Type.String(), { description: 'Items from which this item was made, the first 100' }),
  text: nullable(Type.String({ description: 'The content, if it is short' })),
  file: nullable(
    Type.Object(
      {
        name: Type.String(),
        content_type: Type.String(),
        size: Type.Integer({ minimum: 0, description: 'Bytes' }),
        sha256: Type.String({ description: 'Hex' }),
      },
      { ...strict, description: 'The content, if it is a file of a job' },
    ),
  ),
  file_id: nullable(Type.String({ description: 'The content, if it is a saved file' })),
  job_id: nullable(Type.String({ description: 'The job whose result it came from' })),
  result_url: resultUrl(),
};

export const workflowItem = Type.Object(itemFields, { $id: 'WorkflowItem', ...strict });

export type PublicWorkflowItem = Static<typeof workflowItem>;

/** The results of a node. */
export const workflowNodeResult = Type.Object(
  {
    node_id: Type.String(),
    type: oneOf(nodeTypes),
    status: oneOf(nodeStatuses),
    result_available: Type.Boolean(),
    result_url: nullable(
      Type.String({
        description:
          'The result of its only job, the list of its jobs, or these results. Relative to the base URL; requires the same key',
      }),
    ),
    jobs: Type.Array(ref(workflowJob), { description: 'The first 100, or `limit`' }),
    has_more_jobs: Type.Boolean(),
    items: Type.Array(ref(workflowItem), {
      description: 'For an output node: the items that arrived, the first 1,000 or `limit`',
    }),
    has_more_items: Type.Boolean(),
  },
  { $id: 'WorkflowNodeResult', ...strict },
);

export type PublicWorkflowNodeResult = Static<typeof workflowNodeResult>;

/** The results of an attempt of a run so far. */
export const workflowRunResult = Type.Object(
  {
    object: Type.Literal('workflow_run_result'),
    run_id: Type.String(),
    attempt_id: Type.String(),
    status: oneOf(runStatuses, 'Of the attempt'),
    result_available: Type.Boolean({ description: 'Whether any node has a result' }),
    nodes: Type.Array(ref(workflowNodeResult), { description: 'In the order of the definition' }),
  },
  { $id: 'WorkflowRunResult', ...strict },
);

export type PublicWorkflowRunResult = Static<typeof workflowRunResult>;
