import { cancelJobs as operation } from '@rotamer/api/operations/jobs/cancelJobs.ts';
import { SUBMIT_BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { actOnMany } from './actOnMany.ts';

const WAITING = [JobStatus.PENDING, JobStatus.QUEUED, JobStatus.RETRY];

/** POST /jobs/cancel: cancels the waiting jobs that match a filter. */
export const cancelJobs = handler(operation, (dependencies) => async (request, reply) => {
  const credential = request.credential!;
  const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
  const owners = new Set<string>();
  const answer = await actOnMany(
    dependencies,
    { body: request.body, credential, scope },
    {
      statuses: WAITING,
      async act({ id, createdBy }) {
        await dependencies.jobs.cancel({ jobId: id }, scope);
        owners.add(createdBy);
        return null;
      },
    },
  );
  // The audit log records it when a job of another user was cancelled.
  request.resourceOwner = [...owners].find((owner) => owner !== credential.userId) ?? credential.userId;
  return answer;
});
