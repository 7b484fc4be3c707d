import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { JobLog, ReadLogRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../job/job.ts';
import { readOwnJob } from '../job/jobStore.ts';
import { readLogBytes, readLogParts } from '../runs/runStore.ts';

/** Returns the log of an attempt, by default of the last one that has begun, or what is new in it after a place. */
export function readLog({ db, catalogue }: Pick<Deps, 'db' | 'catalogue'>): Rpc<ReadLogRequest, JobLog> {
  return async ({ jobId, attempt: wanted, after, maxBytes }, { caller }) => {
    const found = await readOwnJob(db, jobId, caller.workspaceId);
    if (!found) throw notFound('job');
    const { job } = found;
    const bytes = await readLogBytes(db, jobId);
    const attempt = wanted ?? job.attempt;
    if (attempt < 0 || attempt > job.attempt) throw notFound('log');
    const parts = bytes.has(attempt)
      ? await readLogParts(db, { jobId, attempt, after, maxBytes: maxBytes > 0 ? maxBytes : Number.MAX_SAFE_INTEGER })
      : [];
    const last = parts.at(-1);
    return {
      attempt,
      lastAttempt: job.attempt,
      parts,
      // A part that was stored after the runs were read belongs to the log too.
      endsAt: Math.max(bytes.get(attempt) ?? 0, last ? last.startsAt + Buffer.byteLength(last.text) : 0),
      kept: [...bytes.values()].some((one) => one > 0) || keepsLog({ catalogue }, job),
      tool: job.tool,
      ended: job.completedAt !== undefined || attempt < job.attempt,
    };
  };
}

/** Returns whether the job's tool keeps a log, by its contract of today. */
function keepsLog({ catalogue }: Pick<Deps, 'catalogue'>, { tool }: Job): boolean {
  return catalogue.list().some(({ contract }) => contract.id === tool && contract.log !== undefined);
}
