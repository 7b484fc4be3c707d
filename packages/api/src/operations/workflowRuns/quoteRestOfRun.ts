import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { workflowRunQuote } from '../../schemas/workflowRunQuote.ts';
import { workflowRestQuoteRequest } from '../../schemas/workflowRunRequest.ts';

/** POST /workflow-runs/{runId}/quote: what another attempt or the rest of a run would cost; changes nothing. */
export const quoteRestOfRun = operation({
  id: 'quoteRestOfRun',
  method: 'POST',
  path: '/workflow-runs/{runId}/quote',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Workflow runs',
  summary: 'Get a quote for another attempt, or for the rest of a run',
  description:
    'With `mode`, prices another attempt and names the nodes whose results it reuses; refused with `conflict` as the retry would be. Otherwise prices the jobs that the run has still to submit. Requires the access `run`.',
  body: ref(workflowRestQuoteRequest),
  optionalBody: true,
  responses: { 200: { body: ref(workflowRunQuote) } },
  errors: ['not_found', 'conflict'],
  sample: { body: { mode: 'from_start' }, keywords: {}, call: 'runs.quote', cli: 'workflows retry RUN_ID --dry-run' },
});
