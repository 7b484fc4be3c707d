import { stopJob as operation } from '@rotamer/api/operations/jobs/stopJob.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { presentJob } from '@rotamer/present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /jobs/{jobId}/stop: ends a job that waits or runs. */
export const stopJob = handler(operation, ({ jobs }) => async (request, reply) => {
  const { job } = await jobs.stop({ jobId: jobIdOf(request.params) }, callScope(request, reply));
  request.resourceOwner = job!.createdBy;
  return reply.code(202).send({ object: 'job_stop' as const, job: presentJob(job!) });
});
