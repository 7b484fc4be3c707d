import { type Static, Type } from 'typebox';
import { dateTime, listOf, nullable, oneOf, ref } from './build.ts';

const strict = { additionalProperties: false };
/** The node's other fields depend on its type. */
const open = { additionalProperties: true };

/** Levels of access to a workflow. Each includes the ones before it. */
export const workflowAccess = ['view', 'run', 'edit'] as const;

const fields = {
  id: Type.String({ description: 'Ids sort by creation time' }),
  object: Type.Literal('workflow'),
  project_id: nullable(Type.String()),
  name: Type.String(),
  description: nullable(Type.String()),
  revision_id: Type.String({ description: 'The published revision, which never changes' }),
  revision_number: Type.Integer({ minimum: 1, description: 'Counts the revisions of this workflow' }),
  access: oneOf(
    workflowAccess,
    'What you may do with it: view it and its runs; start and steer runs; validate drafts. Each includes the ones before',
  ),
  created_at: dateTime(),
  updated_at: Type.String({ format: 'date-time', description: 'When the revision was published' }),
};

const example = {
  id: 'wf_01kjmma2g0e9dtsezyywpss2bm',
  object: 'workflow',
  project_id: null,
  name: 'Stable peptides',
  description: 'Keeps the most stable of some peptides',
  revision_id: 'wfrev_01kjmma2g0e9dtsezyywpss2bm',
  revision_number: 1,
  access: 'run',
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
};

/** A published pipeline of tools. */
export const workflow = Type.Object(fields, { $id: 'Workflow', ...strict, examples: [example] });

export type PublicWorkflow = Static<typeof workflow>;

export const workflowList = listOf(workflow, 'WorkflowList');

const freeObject = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

const DEFINITION =
  '`nodes` (`input`, `tool`, `filter`, `rank`, `branch`, `curation`, `join`, `collect`, `output`) and the `edges` between them';

const draft = {
  nodes: [
    { id: 'peptides', type: 'input', kind: 'protein' },
    { id: 'properties', type: 'tool', tool: 'protein-properties' },
    { id: 'stable', type: 'filter', filters: { instability_index: { lt: 40 } } },
    { id: 'result', type: 'output' },
  ],
  edges: [
    { source: 'peptides', target: 'properties' },
    { source: 'properties', source_port: 'properties', target: 'stable' },
    { source: 'stable', target: 'result' },
  ],
};

/** A workflow with its published definition. */
export const workflowDetail = Type.Object(
  {
    ...fields,
    definition: Type.Object(
      {
        nodes: Type.Array(Type.Object({ id: Type.String(), type: Type.String() }, open), {
          description: 'The ids of `input` nodes are the keys of `input_data` of a run',
        }),
        edges: Type.Array(Type.Object({ source: Type.String(), target: Type.String() }, open)),
      },
      { description: DEFINITION, ...open },
    ),
    settings: freeObject('`max_credits`: caps the attempts of a run that names no cap, in credits'),
  },
  { $id: 'WorkflowDetail', ...strict, examples: [{ ...example, definition: draft, settings: { max_credits: 50 } }] },
);

export type PublicWorkflowDetail = Static<typeof workflowDetail>;

/** Body of `POST /workflows/{workflowId}/validate`. */
export const workflowValidationRequest = Type.Object(
  {
    definition: freeObject(DEFINITION),
    settings: Type.Optional(freeObject('As in `GET /workflows/{workflowId}`')),
  },
  { $id: 'WorkflowValidationRequest', ...strict, examples: [{ definition: draft }] },
);

export type WorkflowValidationRequestBody = Static<typeof workflowValidationRequest>;

/** One finding of a validation. */
export const workflowFinding = Type.Object(
  {
    code: Type.String({ description: 'Machine-readable' }),
    message: Type.String(),
    node_id: Type.Optional(Type.String({ description: 'The node concerned' })),
    path: Type.Optional(Type.String({ description: 'The field of the definition concerned' })),
  },
  { $id: 'WorkflowFinding', ...strict },
);

const findings = (description: string) => Type.Array(ref(workflowFinding), { description });

/** The findings about a draft. */
export const workflowValidation = Type.Object(
  {
    object: Type.Literal('workflow_validation'),
    valid: Type.Boolean({ description: 'Whether all lists but `warnings` are empty' }),
    graph_errors: findings('It cannot be published: an unknown tool, port or slot, a cycle, a wrong kind, …'),
    warnings: findings('It works, but perhaps not as intended'),
    readiness_issues: findings('It could not run now: a tool that nobody offers, a required setting that is not set'),
    limit_violations: findings('It is larger than a workflow may be'),
  },
  {
    $id: 'WorkflowValidation',
    ...strict,
    examples: [
      {
        object: 'workflow_validation',
        valid: false,
        graph_errors: [
          {
            code: 'unknown_tool',
            message: 'There is no tool protein-property.',
            node_id: 'properties',
            path: 'nodes[1].tool',
          },
        ],
        warnings: [],
        readiness_issues: [],
        limit_violations: [],
      },
    ],
  },
);

export type PublicWorkflowValidation = Static<typeof workflowValidation>;
