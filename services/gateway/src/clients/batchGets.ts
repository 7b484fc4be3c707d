import { BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { itemFault, unknownAnswer } from '@rotamer/kit/batching/itemError.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { CallersGet, GetAnswer, JobsClient } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Jobs } from './clients.ts';

/** More than one, so that one slow replica of jobs does not delay the other batches. */
const MAX_IN_FLIGHT = 4;

/** A new batch is sent when a response arrives, or after this. It averages 40 gets, against 6 without waiting (measured). */
const PATIENCE_MS = 20;

const MAX_ITEMS = 200;

/**
 * Returns a client of jobs that batches gets. Polls are the most frequent request. A separate call for each would cost the
 * gateway nine times the HTTP request around it, and jobs one statement each.
 */
export function batchGets(jobs: Omit<JobsClient<CallScope>, 'assessMany'>): Jobs {
  const ask = createBatcher<CallersGet, Job>({
    maxInFlight: MAX_IN_FLIGHT,
    linger: { patienceMs: PATIENCE_MS },
    maxItems: MAX_ITEMS,
    fairKey: ({ workspaceId }) => workspaceId,
    run: (gets, signal) => askForAll(gets, { deadlineMs: Date.now() + BUDGET_MS, signal }),
  });

  /** Repeats the call for jobs that did not fit into the response. */
  async function askForAll(gets: CallersGet[], scope: CallScope): Promise<(Job | Error)[]> {
    const { answers } = await jobs.batchGet({ gets }, scope);
    const left = gets.filter((_, i) => answers[i]?.answer?.$case === 'postponed');
    // At least one job fits into each response.
    const rest = left.length > 0 ? await askForAll(left.map(counted), scope) : [];
    let next = 0;
    return answers.map((each) => (each.answer?.$case === 'postponed' ? rest[next++]! : verdict(each)));
  }

  async function get({ jobId, poll = false }: { jobId: string; poll?: boolean }, scope: CallScope): Promise<Job> {
    const { workspaceId = '', keyId = '' } = scope.caller ?? {};
    // Not cancelled with the client, because listening for that costs more than this get's share of the batch.
    return ask({ jobId, poll, workspaceId, keyId }, { deadlineMs: scope.deadlineMs });
  }

  return { ...jobs, get };
}

/** Returns the get with its poll already counted. */
function counted(get: CallersGet): CallersGet {
  return { ...get, poll: false };
}

function verdict({ answer }: GetAnswer): Job | Error {
  if (answer?.$case === 'job') return answer.value;
  return answer?.$case === 'error' ? itemFault(answer.value) : unknownAnswer();
}
