import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { CountActiveRequest, CountActiveResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { countActive as count } from '../job/jobStore.ts';

export function countActive({ db }: Pick<Deps, 'db'>): Rpc<CountActiveRequest, CountActiveResponse> {
  return async (_, { caller }) => ({ activeJobs: await count(db, caller.workspaceId) });
}
