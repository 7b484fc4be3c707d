import { listJobs as operation } from '@rotamer/api/operations/jobs/listJobs.ts';
import { presentJob } from '@rotamer/present/presentJob.ts';
import { presentPage, readPage } from '../../params/page.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /jobs: newest first. */
export const listJobs = handler(
  operation,
  ({ jobs }) =>
    async (request, reply) => {
      const page = readPage('job', request.query);
      const answer = await jobs.list(page, callScope(request, reply));
      return presentPage(answer.jobs, answer.hasMore, presentJob);
    },
  { importance: 'list' },
);
