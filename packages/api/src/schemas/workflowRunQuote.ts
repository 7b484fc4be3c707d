import { type Static, Type } from 'typebox';
import { nullable, ref } from './build.ts';
import { workflowNodeReuse } from './workflowRun.ts';

const strict = { additionalProperties: false };

const NOT_KNOWN = 'null: not known before the run';

/** Bounds of what the tool nodes of a run would cost. */
export const workflowRunQuote = Type.Object(
  {
    object: Type.Literal('workflow_run_quote'),
    min_credits: Type.Number({ description: 'The least that the jobs cost' }),
    max_credits: nullable(Type.Number({ description: `The most that the jobs cost. ${NOT_KNOWN}` })),
    cap_credits: nullable(Type.Number({ description: 'The cap that would hold; null: no cap' })),
    nodes: Type.Array(
      Type.Object(
        {
          node_id: Type.String(),
          label: Type.Optional(Type.String()),
          tool: Type.String(),
          metered: Type.Boolean({ description: 'Its jobs are billed by run time: at most the time limit of the tool' }),
          min_jobs: Type.Integer({ minimum: 0 }),
          max_jobs: nullable(Type.Integer({ minimum: 0, description: NOT_KNOWN })),
          min_credits: Type.Number(),
          max_credits: nullable(Type.Number({ description: NOT_KNOWN })),
        },
        strict,
      ),
      { description: 'The tool nodes that have still to run, each after the nodes before it' },
    ),
    reuse: Type.Optional(
      Type.Array(ref(workflowNodeReuse), {
        description: 'Of another attempt: every node, in the order of the definition',
      }),
    ),
  },
  {
    $id: 'WorkflowRunQuote',
    ...strict,
    examples: [
      {
        object: 'workflow_run_quote',
        min_credits: 3,
        max_credits: 8,
        cap_credits: 20,
        nodes: [
          {
            ...{ node_id: 'properties', tool: 'protein-properties', metered: false },
            ...{ min_jobs: 3, max_jobs: 3, min_credits: 3, max_credits: 3 },
          },
          {
            ...{ node_id: 'again', label: 'Describe the chosen', tool: 'protein-properties', metered: false },
            ...{ min_jobs: 0, max_jobs: 5, min_credits: 0, max_credits: 5 },
          },
        ],
      },
    ],
  },
);

export type PublicWorkflowRunQuote = Static<typeof workflowRunQuote>;
