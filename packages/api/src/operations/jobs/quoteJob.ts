import { exampleInput, exampleTool } from '../../operation/exampleValues.ts';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { jobQuote } from '../../schemas/jobQuote.ts';
import { jobQuoteRequest } from '../../schemas/jobRequest.ts';

/** POST /jobs/quote: validates and estimates; creates no job and reserves nothing. */
export const quoteJob = operation({
  id: 'quoteJob',
  method: 'POST',
  path: '/jobs/quote',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Jobs',
  summary: 'Get a quote for a job',
  body: ref(jobQuoteRequest),
  responses: { 200: { body: ref(jobQuote) } },
  errors: ['not_found'],
  sample: {
    body: { tool: exampleTool, input: exampleInput },
    keywords: { tool: exampleTool, inputs: exampleInput.inputs },
    call: 'jobs.quote',
    cli: `quote ${exampleTool} sequences.fasta`,
  },
});
