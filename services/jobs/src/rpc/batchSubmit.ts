import { asCompleted } from '@rotamer/kit/batching/asCompleted.ts';
import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import { toFault } from '@rotamer/kit/errors/fault.ts';
import { callIds, type Rpc, type RpcContext, type StreamingRpc } from '@rotamer/kit/grpc/callContext.ts';
import { logFault } from '@rotamer/kit/grpc/serveCalls.ts';
import { activeTraceparent, inItemSpan } from '@rotamer/kit/telemetry/spans.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import {
  type BatchSubmitRequest,
  type BatchSubmitResponse,
  type CallersSubmit,
  type SubmitAnswer,
  SubmitRequest,
  type SubmitResponse,
} from '@rotamer/proto/jobs/v1/jobs.ts';
import { isAbortError } from 'abort-controller-x';

/**
 * Accepts submissions of many callers, each as if it had been sent by itself: a refused submission does not affect the
 * others, and a slow one delays none.
 */
export function batchSubmit(
  submitOne: Rpc<SubmitRequest, SubmitResponse>,
): StreamingRpc<BatchSubmitRequest, BatchSubmitResponse> {
  async function decide(
    { request, caller: given, traceparent }: CallersSubmit,
    context: RpcContext,
  ): Promise<SubmitAnswer['answer']> {
    const started = performance.now();
    const caller = given ?? Caller.fromPartial({});
    const own = { ...context, caller, traceparent: activeTraceparent() ?? traceparent };
    try {
      return { $case: 'response', value: await submitOne(request ?? SubmitRequest.fromPartial({}), own) };
    } catch (error) {
      // The whole call has ended or was cancelled.
      if (isAbortError(error)) throw error;
      const fault = toFault(error);
      logFault(own.log, fault, started, callIds(own));
      return { $case: 'error', value: toItemError(fault) };
    }
  }

  return ({ submits }, context) => {
    const answers = submits.map((submit, index) =>
      inItemSpan(
        'submit',
        submit.traceparent,
        { attributes: { 'workspace.id': submit.caller?.workspaceId } },
        async (): Promise<SubmitAnswer> => ({ index, answer: await decide(submit, context) }),
      ),
    );
    return responses(asCompleted(answers, context.signal));
  };
}

async function* responses(groups: AsyncIterable<SubmitAnswer[]>): AsyncGenerator<BatchSubmitResponse> {
  for await (const answers of groups) yield { answers };
}
