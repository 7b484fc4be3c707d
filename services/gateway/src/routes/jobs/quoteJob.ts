import type { Deps } from '../../deps.ts';
import { presentQuote } from '../../present/presentQuote.ts';
import { callScope } from '../../request/callScope.ts';
import { ref } from '../../schemas/build.ts';
import { bodyErrors, errors } from '../../schemas/error.ts';
import { jobQuote } from '../../schemas/jobQuote.ts';
import { jobQuoteRequest } from '../../schemas/jobRequest.ts';
import type { Api } from '../apiInstance.ts';
import { readSubmission } from './readSubmission.ts';

/** POST /jobs/quote: validates and estimates; creates no job and reserves nothing. */
export function quoteJob(app: Api, { jobs }: Deps): void {
  app.post(
    '/jobs/quote',
    {
      config: { operation: 'quoteJob', importance: 'read' },
      schema: {
        summary: 'Get a quote for a job',
        tags: ['Jobs'],
        body: ref(jobQuoteRequest),
        response: { 200: ref(jobQuote), ...errors(...bodyErrors, 'not_found') },
      },
    },
    async (request, reply) => presentQuote(await jobs.quote(readSubmission(request.body), callScope(request, reply))),
  );
}
