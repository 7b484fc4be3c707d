import { cancelJob as operation } from '@rotamer/api/operations/jobs/cancelJob.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { presentJob } from '@rotamer/present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /jobs/{jobId}/cancel: ends a job that has not started, with a full refund. */
export const cancelJob = handler(operation, ({ jobs }) => async (request, reply) => {
  const { job, refunded } = await jobs.cancel({ jobId: jobIdOf(request.params) }, callScope(request, reply));
  request.resourceOwner = job!.createdBy;
  return { object: 'job_cancellation' as const, refunded, job: presentJob(job!) };
});
