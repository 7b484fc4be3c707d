import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { RpcContext } from '@rotamer/kit/grpc/callContext.ts';
import { isId } from '@rotamer/kit/ids.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../job/job.ts';
import { readOwnJob } from '../job/jobStore.ts';
import { settleJobs } from '../work/settleJobs.ts';

/**
 * Cancels or stops a job of the caller's workspace. A job that has ended is settled if billing is available; otherwise
 * the settlement loop does it.
 *
 * @throws Fault `not_found`, or `conflict` for a job that belongs to a workflow run or whose status does not allow the
 * change.
 */
export async function endForUser(
  deps: Pick<Deps, 'db' | 'changeJob' | 'billing'>,
  jobId: string,
  type: 'cancel' | 'stop',
  { caller, deadlineMs, signal, log }: RpcContext,
): Promise<Job> {
  const found = await readOwnJob(deps.db, jobId, caller.workspaceId);
  if (found?.job.parentRef) throw ownedByRun(found.job);
  const ended = found && (await deps.changeJob(jobId, { type }, signal));
  if (!ended) throw notFound('job');
  try {
    const { settled } = await settleJobs({ ...deps, log }, [ended.job], { deadlineMs, signal });
    return settled[0] ?? ended.job;
  } catch (error) {
    log.warn({ err: error, job_id: jobId }, 'settlement failed; the settlement loop will retry it');
    return ended.job;
  }
}

function ownedByRun({ runId }: Job): Fault {
  const owner = runId && isId('batch', runId) ? 'batch' : 'workflow run';
  return new Fault('conflict', `This job belongs to a ${owner}.`, { resolution: `Cancel the ${owner} instead.` });
}
