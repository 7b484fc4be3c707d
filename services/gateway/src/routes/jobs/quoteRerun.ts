import { quoteRerun as operation } from '@rotamer/api/operations/jobs/quoteRerun.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { presentQuote } from '@rotamer/present/presentQuote.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { recallJob } from './recallJob.ts';

/** POST /jobs/{jobId}/rerun/quote: what it would cost to run a job again; creates no job and reserves nothing. */
export const quoteRerun = handler(
  operation,
  ({ jobs }) =>
    async (request, reply) => {
      const scope = callScope(request, reply);
      const of = { jobId: jobIdOf(request.params), credential: request.credential!, scope };
      const { name: _, ...recalled } = await recallJob(jobs, of, request.body ?? {});
      return presentQuote(await jobs.quote(recalled, scope));
    },
  { importance: 'read' },
);
