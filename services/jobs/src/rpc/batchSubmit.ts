import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import { toFault } from '@rotamer/kit/errors/fault.ts';
import { onBehalfOf, type Rpc, type RpcContext } from '@rotamer/kit/grpc/callContext.ts';
import { logFault } from '@rotamer/kit/grpc/logFault.ts';
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

/** Submissions of many callers, each as if it had come alone: one that is refused does not touch the others. */
export function batchSubmit(
  submitOne: Rpc<SubmitRequest, SubmitResponse>,
): Rpc<BatchSubmitRequest, BatchSubmitResponse> {
  async function answer(
    { request, caller: given, traceparent }: CallersSubmit,
    context: RpcContext,
  ): Promise<SubmitAnswer> {
    const started = performance.now();
    const caller = given ?? Caller.fromPartial({});
    const own = onBehalfOf(context, caller, activeTraceparent() ?? traceparent);
    try {
      const value = await submitOne(request ?? SubmitRequest.fromPartial({}), own);
      return { answer: { $case: 'response', value } };
    } catch (error) {
      // The time of all is over.
      if (isAbortError(error)) throw error;
      const fault = toFault(error);
      logFault(own.log, fault, started);
      return { answer: { $case: 'error', value: toItemError(fault) } };
    }
  }

  return async ({ submits }, context) => ({
    answers: await Promise.all(
      submits.map((submit) =>
        inItemSpan('submit', submit.traceparent, { attributes: { 'workspace.id': submit.caller?.workspaceId } }, () =>
          answer(submit, context),
        ),
      ),
    ),
  });
}
