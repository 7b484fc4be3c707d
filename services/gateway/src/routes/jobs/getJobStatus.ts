import { getJobStatus as operation } from '@rotamer/api/operations/jobs/getJobStatus.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { presentJob } from '@rotamer/present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { pollHeaders } from './pollDelay.ts';

/** GET /jobs/{jobId}/status: the current state of a job, for clients that poll. The jobs service limits how often. */
export const getJobStatus = handler(operation, ({ jobs, clock }) => async (request, reply) => {
  const job = await jobs.get({ jobId: jobIdOf(request.params), poll: true }, callScope(request, reply));
  reply.headers(pollHeaders(job, clock()));
  return presentJob(job);
});
