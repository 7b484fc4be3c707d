import { exampleStart } from '../../operation/exampleValues.ts';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { workflowRunQuote } from '../../schemas/workflowRunQuote.ts';
import { workflowRunQuoteRequest } from '../../schemas/workflowRunRequest.ts';

/** POST /workflows/{workflowId}/runs/quote: bounds of what a run would cost; starts nothing and reserves nothing. */
export const quoteWorkflowRun = operation({
  id: 'quoteWorkflowRun',
  method: 'POST',
  path: '/workflows/{workflowId}/runs/quote',
  access: { scope: 'jobs:write', role: 'member', withSavedFile: 'files:read', limited: 'named' },
  tag: 'Workflows',
  summary: 'Get a quote for a run of a workflow',
  description:
    'Bounds of the jobs and credits of each tool node. How many items leave a tool is known only when it has run, so later nodes may have a wide range. Refused as the start would be refused. Requires the access `run`.',
  body: ref(workflowRunQuoteRequest),
  responses: { 200: { body: ref(workflowRunQuote) } },
  errors: ['not_found', 'conflict'],
  sample: {
    body: { input_data: exampleStart.input_data },
    call: 'workflows.quote',
    cli: 'workflows run WORKFLOW_ID -i molecules=molecules.smi --dry-run',
  },
});
