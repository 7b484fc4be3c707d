import type { Tell } from '@rotamer/kit/batching/answerAll.ts';
import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { MAX_ITEMS_BYTES } from '@rotamer/kit/batching/fitting.ts';
import { itemFault, unknownAnswer } from '@rotamer/kit/batching/itemError.ts';
import { isUnavailable } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { encodedBytes } from '@rotamer/kit/grpc/encodedBytes.ts';
import {
  CallersSubmit,
  type DeepPartial,
  type SubmitAnswer,
  type SubmitRequest,
  type SubmitResponse,
} from '@rotamer/proto/jobs/v1/jobs.ts';
import { SUBMIT_BUDGET_MS } from './budgets.ts';
import type { Jobs } from './clients.ts';

/**
 * A batch stays open while one of its items is checked or waits for its turn, and others must not wait for that. So batches
 * are bounded only by the requests that the gateway takes: each has at least one.
 */
const MAX_IN_FLIGHT = Number.POSITIVE_INFINITY;

/** A new batch starts when one is answered, or after this: what gathers meanwhile shares its calls and statements. */
const PATIENCE_MS = 20;

/** With 8 clients it fills batches with 8 submissions instead of 5, and answers a fifth to a third more (measured). */
const REGATHER_MS = 5;

const MAX_ITEMS = 64;

/**
 * A client of jobs whose submits are batched: a call for each would cost both sides as much as everything else about a
 * submission. A submit with saved files is sent by itself, because it waits for the files service.
 */
export function batchSubmits(jobs: Jobs): Jobs {
  const ask = createBatcher<CallersSubmit, SubmitResponse>({
    maxInFlight: MAX_IN_FLIGHT,
    departures: { patienceMs: PATIENCE_MS, regatherMs: REGATHER_MS },
    maxItems: MAX_ITEMS,
    maxBytes: MAX_ITEMS_BYTES,
    bytesOf: (submit) => encodedBytes(CallersSubmit, submit),
    fairKey: ({ caller }) => caller?.workspaceId ?? '',
    run: async (submits, signal, tell) => {
      await submitAll(submits, { deadlineMs: Date.now() + SUBMIT_BUDGET_MS, signal }, tell);
      return undefined;
    },
  });

  async function submitAll(submits: CallersSubmit[], scope: CallScope, tell: Tell<SubmitResponse>): Promise<void> {
    const left = new Map(submits.entries());
    try {
      for await (const { answers } of jobs.batchSubmit({ submits }, scope)) {
        for (const answer of answers) {
          left.delete(answer.index);
          tell(answer.index, verdict(answer));
        }
      }
    } catch (error) {
      // A call is retried by itself, but only until its first answer.
      if (left.size === submits.length || !isUnavailable(error)) throw error;
      const places = [...left.keys()];
      await submitAll([...left.values()], scope, (index, result) => tell(places[index]!, result));
    }
  }

  async function submit(request: DeepPartial<SubmitRequest>, scope: CallScope = {}): Promise<SubmitResponse> {
    if (request.inputs?.some(({ content }) => content === undefined)) return jobs.submit(request, scope);
    const { caller, traceparent, signal, deadlineMs = Date.now() + SUBMIT_BUDGET_MS } = scope;
    return ask(CallersSubmit.fromPartial({ request, caller, traceparent }), { signal, deadlineMs });
  }

  return { ...jobs, submit };
}

function verdict({ answer }: SubmitAnswer): SubmitResponse | Error {
  if (answer?.$case === 'response') return answer.value;
  return answer ? itemFault(answer.value) : unknownAnswer();
}
