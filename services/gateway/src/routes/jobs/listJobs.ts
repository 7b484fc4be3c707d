import { listJobs as operation } from '@rotamer/api/operations/jobs/listJobs.ts';
import { joinRepeated } from '@rotamer/http/params/joinRepeated.ts';
import { presentPage, readPage } from '@rotamer/http/params/page.ts';
import { presentJob } from '@rotamer/present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { readJobFilter } from './readJobFilter.ts';

/** GET /jobs: newest first, perhaps only those that match. */
export const listJobs = handler(
  operation,
  ({ jobs, apiKeys }) =>
    async (request, reply) => {
      const page = readPage('job', request.query);
      const filter = await readJobFilter(request.query, request.credential!, apiKeys);
      const answer = await jobs.list({ ...page, filter }, callScope(request, reply));
      return presentPage(answer.jobs, answer.hasMore, presentJob, answer.nextId || undefined);
    },
  { importance: 'list', preValidation: joinRepeated('label', 'status') },
);
