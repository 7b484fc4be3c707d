import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { itemFault, unknownAnswer } from '@rotamer/kit/batching/itemError.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { CallersGet, GetAnswer, JobsClient } from '@rotamer/proto/jobs/v1/jobs.ts';
import { BUDGET_MS } from '../request/callScope.ts';
import type { Jobs } from './clients.ts';

/** Several, each with a replica of jobs that may be slow. */
const MAX_IN_FLIGHT = 4;

/** The next batch leaves when one is answered, or after this; at once they were of six polls each, so they are of 40. */
const PATIENCE_MS = 20;

const MAX_ITEMS = 200;

/**
 * A client of jobs whose gets travel together. A call of its own costs the gateway nine times what the HTTP request around
 * it costs, and the other side a statement; polls are the most frequent request there is.
 */
export function batchGets(jobs: JobsClient<ScopedCall>): Jobs {
  const ask = createBatcher<CallersGet, Job>({
    maxInFlight: MAX_IN_FLIGHT,
    patienceMs: PATIENCE_MS,
    maxItems: MAX_ITEMS,
    fairKey: ({ workspaceId }) => workspaceId,
    run: (gets, signal) => askForAll(gets, { deadlineMs: Date.now() + BUDGET_MS, signal }),
  });

  /** Asks again for what had no room in the answer. */
  async function askForAll(gets: CallersGet[], scope: CallScope): Promise<(Job | Error)[]> {
    const { answers } = await jobs.batchGet({ gets }, scope);
    const left = gets.filter((_, i) => answers[i]?.answer?.$case === 'postponed');
    // At least one has room in each answer.
    const rest = left.length > 0 ? await askForAll(left.map(counted), scope) : [];
    let next = 0;
    return answers.map((each) => (each.answer?.$case === 'postponed' ? rest[next++]! : verdict(each)));
  }

  async function get({ jobId, poll = false }: { jobId: string; poll?: boolean }, scope: CallScope): Promise<Job> {
    const { workspaceId = '', keyId = '' } = scope.caller ?? {};
    return ask({ jobId, poll, workspaceId, keyId }, scope);
  }

  return { ...jobs, get };
}

/** A poll that is counted already. */
function counted(get: CallersGet): CallersGet {
  return { ...get, poll: false };
}

function verdict({ answer }: GetAnswer): Job | Error {
  if (answer?.$case === 'job') return answer.value;
  return answer?.$case === 'error' ? itemFault(answer.value) : unknownAnswer();
}
