import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { whileWanted } from '@rotamer/kit/batching/callSignal.ts';
import { neighbourAway, toFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { decodeFault } from '@rotamer/kit/grpc/faultTrailer.ts';
import type { DeepPartial, SubmitAnswer, SubmitRequest, SubmitResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Jobs } from './neighbours.ts';
import { SUBMIT_BUDGET_MS } from './request/callScope.ts';

/** Batches under way at a time; while one is away the next gathers. */
const LANES = 8;

/** So many of the largest bodies that a client may send (512 KiB) fit into one gRPC message of 4 MiB. */
const MAX_SIZE = 7;

interface Item {
  request: DeepPartial<SubmitRequest>;
  caller: CallScope['caller'];
  traceparent: string | undefined;
}

/**
 * A client of jobs whose Submits travel together: a call of its own costs both sides as much as everything else about a
 * submission. One that names saved files goes alone, because it waits for the files service.
 */
export function batchSubmits(jobs: Jobs): Jobs {
  const ask = createBatcher<Item, SubmitAnswer>({
    maxWaitMs: 0,
    maxSize: MAX_SIZE,
    run: async (_lane, submits) => {
      return (await jobs.submitEach({ submits }, { deadlineMs: Date.now() + SUBMIT_BUDGET_MS })).answers;
    },
  });
  let calls = 0;

  async function submit(request: DeepPartial<SubmitRequest>, scope?: CallScope): Promise<SubmitResponse> {
    if (request.inputs?.some(({ content }) => content === undefined)) return jobs.submit(request, scope);
    const item = { request, caller: scope?.caller, traceparent: scope?.traceparent };
    const { answer } = await inTime(ask(String(calls++ % LANES), item), scope?.deadlineMs);
    if (answer?.$case === 'response') return answer.value;
    throw (answer && decodeFault(answer.value)) ?? toFault(new Error('an answer that this process does not know'));
  }

  return { ...jobs, submit };
}

/** Whoever waited behind a slow batch is told in time that no answer came; what was asked for may yet be done. */
async function inTime<Result>(answer: Promise<Result>, deadlineMs = Date.now() + SUBMIT_BUDGET_MS): Promise<Result> {
  const over = AbortSignal.timeout(Math.max(0, Math.ceil(deadlineMs - Date.now())));
  return whileWanted(answer, over).catch((error) => {
    throw over.aborted ? neighbourAway(error) : error;
  });
}
