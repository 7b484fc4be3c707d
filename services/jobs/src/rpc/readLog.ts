import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { JobLog, ReadLogRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../job/job.ts';
import { readOwnJob } from '../job/jobStore.ts';
import { readLogParts, readRuns } from '../runs/runStore.ts';

/** Returns the log of an attempt, by default of the last one that has begun, or what is new in it after a place. */
export function readLog({ db, catalogue }: Pick<Deps, 'db' | 'catalogue'>): Rpc<ReadLogRequest, JobLog> {
  return async ({ jobId, attempt: wanted, after, maxBytes }, { caller }) => {
    const found = await readOwnJob(db, jobId, caller.workspaceId);
    if (!found) throw notFound('job');
    const { job } = found;
    const runs = await readRuns(db, jobId);
    const attempt = wanted ?? job.attempt;
    if (attempt < 0 || attempt > job.attempt) throw notFound('log');
    const run = runs.find((one) => one.attempt === attempt);
    const parts = run
      ? await readLogParts(db, { jobId, attempt, after, maxBytes: maxBytes > 0 ? maxBytes : Number.MAX_SAFE_INTEGER })
      : [];
    return {
      attempt,
      lastAttempt: job.attempt,
      parts,
      // A part that was stored after the runs were read belongs to the log too.
      endsAt: Math.max(run?.logBytes ?? 0, ...parts.map(({ startsAt, text }) => startsAt + Buffer.byteLength(text))),
      kept: runs.some(({ logBytes }) => logBytes > 0) || keepsLog({ catalogue }, job),
      tool: job.tool,
      ended: job.completedAt !== undefined || attempt < job.attempt,
    };
  };
}

/** Returns whether the job's tool keeps a log, by its contract of today. */
function keepsLog({ catalogue }: Pick<Deps, 'catalogue'>, { tool }: Job): boolean {
  return catalogue.list().some(({ contract }) => contract.id === tool && contract.log !== undefined);
}
