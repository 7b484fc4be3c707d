import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetManyRequest, GetManyResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { readJobs } from '../jobStore.ts';
import { presentJob } from '../presentJob.ts';
import type { Deps } from './deps.ts';

export function getMany({ db }: Pick<Deps, 'db'>): Rpc<GetManyRequest, GetManyResponse> {
  return async ({ jobIds }) => ({ jobs: (await readJobs(db, jobIds)).map(presentJob) });
}
