import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { jobQuote } from '../../schemas/jobQuote.ts';
import { jobRerunQuoteRequest } from '../../schemas/jobRerunRequest.ts';

/** POST /jobs/{jobId}/rerun/quote: what it would cost to run a job again; creates no job and reserves nothing. */
export const quoteRerun = operation({
  id: 'quoteRerun',
  method: 'POST',
  path: '/jobs/{jobId}/rerun/quote',
  access: { scope: 'jobs:write', role: 'member', limited: 'named' },
  tag: 'Jobs',
  summary: 'Get a quote for running a job again',
  body: ref(jobRerunQuoteRequest),
  optionalBody: true,
  responses: { 200: { body: ref(jobQuote) } },
  errors: ['not_found', 'conflict'],
  sample: { call: 'jobs.at().quoteRerun', cli: 'jobs rerun JOB_ID --dry-run' },
});
