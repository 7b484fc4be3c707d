import { countFitting } from '@rotamer/kit/batching/fitting.ts';
import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import { type Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { type BatchGetRequest, type BatchGetResponse, GetAnswer } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { presentJob } from '../job/presentJob.ts';
import { type CallersJob, polledTooSoon, readForCallers } from '../job/readForCallers.ts';

/** Reads jobs for many callers in one statement. A poll that comes too soon is refused. */
export function batchGet({ db }: Pick<Deps, 'db'>): Rpc<BatchGetRequest, BatchGetResponse> {
  return async ({ gets }) => {
    const reads = gets.map(({ keyId, poll, ...read }) => ({ ...read, pollerKeyId: poll ? keyId : undefined }));
    const answers = (await readForCallers(db, reads, 'status')).map(toAnswer);
    const fitting = countFitting(GetAnswer, answers);
    return { answers: answers.map((answer, i) => (i < fitting ? answer : postponed(answer))) };
  };
}

function toAnswer(found: CallersJob | undefined): GetAnswer {
  if (!found) return refusal(notFound('job'));
  if (found.waitSeconds > 0) return refusal(polledTooSoon('status', found.waitSeconds));
  return { answer: { $case: 'job', value: presentJob(found.job) } };
}

function refusal(fault: Fault): GetAnswer {
  return { answer: { $case: 'error', value: toItemError(fault) } };
}

/** Replaces a job that does not fit into the response. Refusals are never postponed, because they are small. */
function postponed(answer: GetAnswer): GetAnswer {
  return answer.answer?.$case === 'job' ? { answer: { $case: 'postponed', value: true } } : answer;
}
