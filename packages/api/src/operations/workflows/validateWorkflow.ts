import { exampleDefinition } from '../../operation/exampleValues.ts';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { workflowValidation, workflowValidationRequest } from '../../schemas/workflow.ts';

/** POST /workflows/{workflowId}/validate: validates a draft. */
export const validateWorkflow = operation({
  id: 'validateWorkflow',
  method: 'POST',
  path: '/workflows/{workflowId}/validate',
  access: { scope: 'jobs:read', role: 'member', limited: 'named' },
  tag: 'Workflows',
  summary: 'Validate a draft of a workflow',
  description: 'Nothing is saved, published, run or charged. Requires the access `edit`.',
  body: ref(workflowValidationRequest),
  responses: { 200: { body: ref(workflowValidation) } },
  errors: ['not_found'],
  sample: { body: { definition: exampleDefinition }, call: 'workflows.validate' },
});
