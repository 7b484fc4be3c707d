import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { JobInputs } from '@rotamer/proto/jobs/v1/input.ts';
import type { FetchInputsRequest, FetchInputsResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';
import { readInputs, readJob } from '../../job/jobStore.ts';

/** The inputs and settings of a leased attempt; an old token finds nothing. */
export function fetchInputs({ db }: Pick<Deps, 'db'>): Rpc<FetchInputsRequest, FetchInputsResponse> {
  return async ({ jobId, attempt }) => {
    const found = await readJob(db, jobId);
    if (found?.job.status !== 'PROCESSING' || found.job.attempt !== attempt) throw notFound('lease');
    const body = await readInputs(db, jobId);
    if (!body) throw new Error(`job ${jobId} has no inputs`);
    return JobInputs.decode(body);
  };
}
