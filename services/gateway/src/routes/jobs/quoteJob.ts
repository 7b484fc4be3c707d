import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { jobQuote } from '@rotamer/api/schemas/jobQuote.ts';
import { jobQuoteRequest } from '@rotamer/api/schemas/jobRequest.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { presentQuote } from '../../present/presentQuote.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { readSubmission } from './readSubmission.ts';

/** POST /jobs/quote: validates and estimates; creates no job and reserves nothing. */
export function quoteJob(app: Api, { jobs }: Deps): void {
  app.post(
    '/jobs/quote',
    {
      config: { operation: 'quoteJob', importance: 'read' },
      preValidation: refuseSubmission,
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

/** Fields of a submission that have no meaning for a quote. */
const ONLY_SUBMITTED = ['name', 'project_id', 'max_quoted_credits'];

/** Says of the body of a submission, sent here as it is, what to leave out: a quote has no unknown fields either. */
async function refuseSubmission({ body }: FastifyRequest): Promise<void> {
  const fields = ONLY_SUBMITTED.filter((field) => Object.hasOwn(Object(body), field));
  if (fields.length === 0) return;
  throw validationFault(fields.map((path) => ({ path, message: 'belongs to a submission; leave it out of a quote' })));
}
