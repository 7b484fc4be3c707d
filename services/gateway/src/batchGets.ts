import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { CallersGet, GotJob, JobsClient } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Jobs } from './neighbours.ts';
import { BUDGET_MS } from './request/callScope.ts';

/** Batches under way at a time, each with a replica of jobs that may be slow. */
const LANES = ['1', '2', '3', '4'];

/** While a batch is away the next one gathers behind it; when it has been away for longer than this, in another lane. */
const PROMPT_MS = 20;

const MAX_SIZE = 200;

/**
 * A client of jobs whose gets travel together. A call of its own costs the gateway nine times what the HTTP request around
 * it costs, and the other side a statement; polls are the most frequent request there is.
 */
export function batchGets(jobs: JobsClient<ScopedCall>): Jobs {
  const leftAt = new Map<string, number>();

  const ask = createBatcher<CallersGet, GotJob>({
    maxWaitMs: 0,
    maxSize: MAX_SIZE,
    run: async (lane, gets) => {
      const now = Date.now();
      leftAt.set(lane, now);
      try {
        return (await jobs.getEach({ gets }, { deadlineMs: now + BUDGET_MS })).answers;
      } finally {
        leftAt.delete(lane);
      }
    },
  });

  /** The first lane without a slow batch; when all have one, that of the youngest, where the last answer came. */
  function chooseLane(): string {
    const now = Date.now();
    const waiting = (lane: string) => now - (leftAt.get(lane) ?? now);
    return (
      LANES.find((lane) => waiting(lane) <= PROMPT_MS) ??
      LANES.reduce((youngest, lane) => (waiting(lane) < waiting(youngest) ? lane : youngest))
    );
  }

  async function get({ jobId, poll = false }: { jobId: string; poll?: boolean }, { caller }: CallScope): Promise<Job> {
    const { workspaceId = '', keyId = '' } = caller ?? {};
    const { job, waitSeconds } = await ask(chooseLane(), { jobId, poll, workspaceId, keyId });
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
