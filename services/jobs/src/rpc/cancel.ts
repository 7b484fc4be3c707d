import { Fault, notFound } from '@rotamer/kit/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { CancelRequest, CancelResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { changeJob } from '../changeJob.ts';
import { readOwnJob } from '../jobStore.ts';
import { presentJob } from '../presentJob.ts';
import { settleJobs } from '../work/settleJobs.ts';
import type { Deps } from './deps.ts';

/** Ends a job that has not started and gives its credits back before answering, if billing is there. */
export function cancel(deps: Pick<Deps, 'db' | 'signals' | 'billing'>): Rpc<CancelRequest, CancelResponse> {
  return async ({ jobId }, { caller, deadlineMs, log }) => {
    const readOwn = async (id: string) => {
      const found = await readOwnJob(deps.db, id, caller.workspaceId);
      if (found?.job.parentRef) throw ownedByRun();
      return found;
    };
    const cancelled = await changeJob(deps, jobId, { type: 'cancel' }, readOwn);
    if (!cancelled) throw notFound('job');
    const job = await settleJobs(deps, [cancelled.job], { deadlineMs })
      .then(([settled]) => settled ?? cancelled.job)
      .catch((error) => {
        log.warn({ err: error, job_id: jobId }, 'settlement left to the loop');
        return cancelled.job;
      });
    return { job: presentJob(job), refunded: job.money !== undefined };
  };
}

function ownedByRun(): Fault {
  return new Fault('conflict', 'This job belongs to a workflow run.', {
    resolution: 'Cancel the workflow run instead.',
  });
}
