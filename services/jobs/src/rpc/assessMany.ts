import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import { type CallScope, type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import {
  type AssessAnswer,
  type AssessedPrice,
  type AssessManyRequest,
  type AssessManyResponse,
  type RequestToAssess,
  Submission,
} from '@rotamer/proto/jobs/v1/jobs.ts';
import { isAbortError } from 'abort-controller-x';
import type { Price } from '../job/price.ts';
import { type AssessDeps, assess } from '../submit/assess.ts';
import { refuseUnbounded } from '../submit/bounds.ts';

/** Most requests of one call. A workspace may have 250 waiting checks. */
const MAX_REQUESTS = 100;

/** Validates and prices several requests, each as if it had been sent by itself. Creates and reserves nothing. */
export function assessMany(deps: AssessDeps): Rpc<AssessManyRequest, AssessManyResponse> {
  return async ({ requests }, context) => {
    requireValid(wholeNumber('requests', requests.length, 0, MAX_REQUESTS));
    const scope = scopeOf(context);
    return { answers: await Promise.all(requests.map((request) => answer(deps, request, scope))) };
  };
}

async function answer(
  deps: AssessDeps,
  { submission = Submission.fromPartial({}), maxReservedMillicredits }: RequestToAssess,
  scope: CallScope,
): Promise<AssessAnswer> {
  try {
    refuseUnbounded(submission);
    const { price } = await assess(deps, { ...submission, maxReservedMillicredits }, scope);
    return { answer: { $case: 'price', value: toAssessed(price) } };
  } catch (error) {
    // The whole call has ended or was cancelled.
    if (isAbortError(error)) throw error;
    return { answer: { $case: 'error', value: toItemError(error) } };
  }
}

function toAssessed(price: Price | undefined): AssessedPrice {
  if (!price) return { estimatedMillicredits: 0, reservedMillicredits: 0, maxMillicredits: 0, metered: false };
  const { mode, estimatedMillicredits, reservedMillicredits, capMillicredits = reservedMillicredits } = price;
  return {
    estimatedMillicredits,
    reservedMillicredits,
    maxMillicredits: capMillicredits,
    metered: mode === 'metered_runtime',
  };
}
