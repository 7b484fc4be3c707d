import { createBatcher } from '@rotamer/kit/batcher.ts';
import { Fault, notFound } from '@rotamer/kit/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { CallersGet, GotJob } from '@rotamer/proto/jobs/v1/jobs.ts';
import { BUDGET_MS } from './http/callScope.ts';
import type { Jobs } from './neighbours.ts';

/**
 * Batches under way at a time. More would be smaller: while one is away the next gathers. Not one: it would hold up all
 * reads when a replica of jobs is slow.
 */
const LANES = 4;
const MAX_SIZE = 200;

/**
 * A client of jobs whose Gets travel together. A call of its own costs the gateway nine times what the HTTP request around
 * it costs, and the other side a statement; polls are the most frequent request there is.
 */
export function batchGets(jobs: Jobs): Jobs {
  const ask = createBatcher<CallersGet, GotJob>({
    maxWaitMs: 0,
    maxSize: MAX_SIZE,
    run: async (_lane, gets) => (await jobs.getEach({ gets }, { deadlineMs: Date.now() + BUDGET_MS })).answers,
  });
  let calls = 0;

  async function get({ jobId = '', poll = false }: Partial<CallersGet>, scope?: CallScope): Promise<Job> {
    const { workspaceId = '', keyId = '' } = scope?.caller ?? {};
    const lane = String(calls++ % LANES);
    const { job, waitSeconds } = await ask(lane, { jobId, poll, workspaceId, keyId });
    if (job) return job;
    throw waitSeconds > 0 ? polledTooSoon(waitSeconds) : notFound('job');
  }

  return { ...jobs, get };
}

function polledTooSoon(retryAfterSeconds: number): Fault {
  return new Fault('rate_limited', 'The status of a job may be read once in 5 seconds.', {
    resolution: 'Wait as long as Retry-After says, or follow the job by its event stream.',
    retryAfterSeconds,
  });
}
