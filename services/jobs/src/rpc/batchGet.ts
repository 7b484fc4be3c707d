import { countFitting } from '@rotamer/kit/batching/fitting.ts';
import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { BatchGetRequest, BatchGetResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { GetAnswer } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { presentJob } from '../job/presentJob.ts';
import { type CallersJob, POLL_SECONDS, readForCallers } from '../job/readForCallers.ts';

/** Jobs for many callers by one statement. One that is polled too soon is not sent. */
export function batchGet({ db }: Pick<Deps, 'db'>): Rpc<BatchGetRequest, BatchGetResponse> {
  return async ({ gets }) => {
    const reads = gets.map(({ keyId, poll, ...read }) => ({ ...read, pollerKeyId: poll ? keyId : undefined }));
    const answers = (await readForCallers(db, reads, 'status')).map(toAnswer);
    const fitting = countFitting(answers, (answer) => GetAnswer.encode(answer).finish().length);
    return { answers: answers.map((answer, i) => (i < fitting ? answer : postponed(answer))) };
  };
}

function toAnswer(found: CallersJob | undefined): GetAnswer {
  if (!found) return refusal(notFound('job'));
  if (found.waitSeconds > 0) return refusal(polledTooSoon(found.waitSeconds));
  return { answer: { $case: 'job', value: presentJob(found.job) } };
}

function refusal(fault: Fault): GetAnswer {
  return { answer: { $case: 'error', value: toItemError(fault) } };
}

/** A refusal is small enough to be sent in any case. */
function postponed(answer: GetAnswer): GetAnswer {
  return answer.answer?.$case === 'job' ? { answer: { $case: 'postponed', value: true } } : answer;
}

function polledTooSoon(retryAfterSeconds: number): Fault {
  return new Fault('rate_limited', `The status of a job may be read once in ${POLL_SECONDS} seconds.`, {
    resolution: 'Wait as long as Retry-After says, or follow the job by its event stream.',
    retryAfterSeconds,
  });
}
