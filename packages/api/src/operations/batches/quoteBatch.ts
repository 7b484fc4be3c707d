import { exampleInput, exampleTool } from '../../operation/exampleValues.ts';
import { operation } from '../../operation/operation.ts';
import { batchQuote, batchQuoteRequest } from '../../schemas/batch.ts';
import { ref } from '../../schemas/build.ts';

/** POST /batches/quote: checks and prices submissions; stores and reserves nothing. */
export const quoteBatch = operation({
  id: 'quoteBatch',
  method: 'POST',
  path: '/batches/quote',
  access: { scope: 'jobs:write', role: 'member', withSavedFile: 'files:read', limited: 'named' },
  tag: 'Batches',
  summary: 'Check and price many submissions',
  description: 'Lists the problems of all submissions. Submissions with problems do not count in the amounts.',
  body: ref(batchQuoteRequest),
  responses: { 200: { body: ref(batchQuote) } },
  errors: ['not_found'],
  sample: { body: { submissions: [{ custom_id: 'insulin', tool: exampleTool, input: exampleInput }] } },
});
