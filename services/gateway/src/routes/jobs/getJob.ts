import { getJob as operation } from '@rotamer/api/operations/jobs/getJob.ts';
import { jobIdOf } from '../../params/ids.ts';
import { presentJob } from '../../present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { pollHeaders } from './pollDelay.ts';

/** GET /jobs/{jobId}: the current state of a job. */
export const getJob = handler(operation, ({ jobs, clock }) => async (request, reply) => {
  const job = await jobs.get({ jobId: jobIdOf(request.params) }, callScope(request, reply));
  reply.headers(pollHeaders(job, clock()));
  return presentJob(job);
});
