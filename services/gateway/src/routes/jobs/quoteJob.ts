import { quoteJob as operation } from '@rotamer/api/operations/jobs/quoteJob.ts';
import { readSubmission } from '@rotamer/api/requests/readSubmission.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { presentQuote } from '@rotamer/present/presentQuote.ts';
import type { FastifyRequest } from 'fastify';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /jobs/quote: validates and estimates; creates no job and reserves nothing. */
export const quoteJob = handler(
  operation,
  ({ jobs }) =>
    async (request, reply) =>
      presentQuote(await jobs.quote(readSubmission(request.body), callScope(request, reply))),
  { importance: 'read', preValidation: refuseSubmission },
);

/** Fields of a submission that have no meaning for a quote. */
const ONLY_SUBMITTED = ['name', 'project_id', 'max_quoted_credits'];

/** Refuses the fields that only a submission has, with advice to leave them out. Other unknown fields are refused elsewhere. */
async function refuseSubmission({ body }: FastifyRequest): Promise<void> {
  const fields = ONLY_SUBMITTED.filter((field) => Object.hasOwn(Object(body), field));
  if (fields.length === 0) return;
  throw validationFault(fields.map((path) => ({ path, message: 'belongs to a submission; leave it out of a quote' })));
}
