import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetEachRequest, GetEachResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { presentJob } from '../job/presentJob.ts';
import { readForCallers } from '../job/readForCallers.ts';

/** Jobs for many callers by one statement. One that is polled too soon is not sent. */
export function getEach({ db }: Pick<Deps, 'db'>): Rpc<GetEachRequest, GetEachResponse> {
  return async ({ gets }) => {
    const reads = gets.map(({ keyId, poll, ...read }) => ({ ...read, pollerKeyId: poll ? keyId : undefined }));
    const answers = await readForCallers(db, reads, 'status');
    return {
      answers: answers.map((answer) => {
        const waitSeconds = answer?.waitSeconds ?? 0;
        return { job: answer && waitSeconds === 0 ? presentJob(answer.job) : undefined, waitSeconds };
      }),
    };
  };
}
