import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { CancelRequest, CancelResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { readOwnJob } from '../job/jobStore.ts';
import { presentJob } from '../job/presentJob.ts';
import { settleJobs } from '../work/settleJobs.ts';

/** Cancels a job that has not started, and releases its credits before answering if billing is available. */
export function cancel(deps: Pick<Deps, 'db' | 'changeJob' | 'billing'>): Rpc<CancelRequest, CancelResponse> {
  return async ({ jobId }, { caller, deadlineMs, signal, log }) => {
    const found = await readOwnJob(deps.db, jobId, caller.workspaceId);
    if (found?.job.parentRef) throw ownedByRun();
    const cancelled = found && (await deps.changeJob(jobId, { type: 'cancel' }, signal));
    if (!cancelled) throw notFound('job');
    const job = await settleJobs({ ...deps, log }, [cancelled.job], { deadlineMs, signal })
      .then(({ settled }) => settled[0] ?? cancelled.job)
      .catch((error) => {
        log.warn({ err: error, job_id: jobId }, 'settlement failed; the settlement loop will retry it');
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
