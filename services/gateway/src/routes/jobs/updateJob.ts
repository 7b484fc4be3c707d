import { updateJob as operation } from '@rotamer/api/operations/jobs/updateJob.ts';
import { jobIdOf } from '@rotamer/http/params/ids.ts';
import { presentJob } from '@rotamer/present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** PATCH /jobs/{jobId}: changes name and labels. */
export const updateJob = handler(operation, ({ jobs }) => async (request, reply) => {
  const { name, labels = {} } = request.body;
  const pairs = Object.entries(labels);
  const set = pairs.filter((pair): pair is [string, string] => pair[1] !== null);
  const removed = pairs.filter(([, value]) => value === null).map(([key]) => key);
  const job = await jobs.change(
    { jobId: jobIdOf(request.params), name, setLabels: Object.fromEntries(set), removedLabels: removed },
    callScope(request, reply),
  );
  request.resourceOwner = job.createdBy;
  return presentJob(job);
});
