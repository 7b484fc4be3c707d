import { type Static, Type } from 'typebox';
import { nullable, oneOf, ref } from './build.ts';
import { PROJECT_ID } from './idPatterns.ts';
import { MAX_ID, MAX_NAME, submittedInput } from './jobInput.ts';

const strict = { additionalProperties: false };

/** Maximum number of nodes in a definition. */
const MAX_NODES = 100;

/** Maximum number of files and inputs for one input node in a request. */
const MAX_GIVEN = 1_000;

const textInput = Type.Object(
  {
    method: Type.Literal('text'),
    textContent: Type.String({ description: 'FASTA and lists of SMILES are split into items' }),
  },
  strict,
);

const filesInput = Type.Object(
  {
    method: Type.Literal('files'),
    file_ids: Type.Array(Type.String({ minLength: 1, maxLength: MAX_ID }), {
      minItems: 1,
      maxItems: MAX_GIVEN,
      description: 'Saved files of the workspace; needs the scope files:read',
    }),
  },
  strict,
);

const inputsInput = Type.Object(
  {
    method: Type.Literal('inputs'),
    inputs: Type.Array(ref(submittedInput), {
      minItems: 1,
      maxItems: MAX_GIVEN,
      description: 'As in a job; `slotId` is ignored. Saved files need the scope files:read',
    }),
  },
  strict,
);

/** The inputs for one input node of a workflow. */
export const workflowNodeInput = Type.Unsafe<
  Static<typeof textInput> | Static<typeof filesInput> | Static<typeof inputsInput>
>({
  $id: 'WorkflowNodeInput',
  type: 'object',
  required: ['method'],
  discriminator: { propertyName: 'method' },
  oneOf: [textInput, filesInput, inputsInput],
});

export type WorkflowNodeInputBody = Static<typeof workflowNodeInput>;

const maxCredits = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));

/** Body of `POST /workflows/{workflowId}/runs`. */
export const workflowRunRequest = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_NAME })),
    max_credits: maxCredits(
      'Caps what the jobs of an attempt cost together, in credits; reserves nothing. At the cap the run pauses',
    ),
    project_id: Type.Optional(
      nullable(
        Type.String({
          pattern: PROJECT_ID,
          description:
            "Where the run goes; default: the workflow's project; null: no project. If given, needs the scope projects:write",
        }),
      ),
    ),
    input_data: Type.Optional(
      Type.Record(Type.String(), ref(workflowNodeInput), {
        maxProperties: MAX_NODES,
        description: "By the id of the definition's `input` nodes",
      }),
    ),
    expected_revision_id: Type.Optional(
      Type.String({ maxLength: MAX_ID, description: 'Refuses with `conflict` when another revision is published' }),
    ),
  },
  {
    $id: 'WorkflowRunRequest',
    ...strict,
    examples: [
      {
        name: 'First peptides',
        max_credits: 20,
        input_data: { peptides: { method: 'text', textContent: '>a\nGIGKFLHSAKKFGKAFVGEIMNS' } },
      },
    ],
  },
);

export type WorkflowRunRequestBody = Static<typeof workflowRunRequest>;

/** Body of `POST /workflows/{workflowId}/runs/quote`: what the price of a run depends on. */
export const workflowRunQuoteRequest = Type.Object(
  Type.Pick(workflowRunRequest, ['max_credits', 'input_data', 'expected_revision_id']).properties,
  {
    $id: 'WorkflowRunQuoteRequest',
    ...strict,
    examples: [{ input_data: { peptides: { method: 'text', textContent: '>a\nGIGKFLHSAKKFGKAFVGEIMNS' } } }],
  },
);

/** Body of `POST /workflow-runs/{runId}/rerun`. It is optional. */
export const workflowRunRerunRequest = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_NAME, description: 'Default: as the earlier run' })),
    max_credits: maxCredits('Caps the new run, in credits; default: as the last attempt of the earlier run'),
    project_id: Type.Optional(
      nullable(
        Type.String({
          pattern: PROJECT_ID,
          description: "Default: the workflow's project; null: no project. If given, needs the scope projects:write",
        }),
      ),
    ),
  },
  { $id: 'WorkflowRunRerunRequest', ...strict, examples: [{}, { max_credits: 20 }] },
);

/** Body of `POST /workflow-runs/{runId}/continue`. It is optional. */
export const workflowRunContinueRequest = Type.Object(
  {
    max_credits: maxCredits(
      'A higher cap for the current attempt, in credits, if it was started with a cap; default: unchanged',
    ),
  },
  { $id: 'WorkflowRunContinueRequest', ...strict, examples: [{}, { max_credits: 40 }] },
);

export const retryModes = ['from_start', 'from_failed_node'] as const;

/** Body of `POST /workflow-runs/{runId}/retry`. */
export const workflowRunRetryRequest = Type.Object(
  {
    mode: oneOf(retryModes, 'from_failed_node: what led to the failed node is reused where it is still the same'),
    node_id: Type.Optional(
      Type.String({
        maxLength: MAX_ID,
        description: 'The failed node: required for from_failed_node, refused for from_start',
      }),
    ),
    max_credits: maxCredits('Caps the new attempt, in credits; default: as the last one'),
  },
  {
    $id: 'WorkflowRunRetryRequest',
    ...strict,
    examples: [{ mode: 'from_start' }, { mode: 'from_failed_node', node_id: 'properties' }],
  },
);

export type WorkflowRunRetryRequestBody = Static<typeof workflowRunRetryRequest>;

/** Body of `POST /workflow-runs/{runId}/quote`. It is optional. */
export const workflowRestQuoteRequest = Type.Object(
  {
    mode: Type.Optional(oneOf(retryModes, 'Prices another attempt, as a retry of this mode begins it')),
    node_id: Type.Optional(
      Type.String({
        maxLength: MAX_ID,
        description: 'The failed node: required for from_failed_node, refused otherwise',
      }),
    ),
    approved: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description:
          'Prices the rest of the run after this many candidates are approved; without `mode`. Default: any number',
      }),
    ),
  },
  {
    $id: 'WorkflowRestQuoteRequest',
    ...strict,
    examples: [{}, { approved: 3 }, { mode: 'from_failed_node', node_id: 'properties' }],
  },
);

export type WorkflowRestQuoteRequestBody = Static<typeof workflowRestQuoteRequest>;
