import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetRunRequest, RunDetails } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Deps } from '../deps.ts';
import { runDetails } from '../runs/runDetails.ts';
import { readOwnRun } from '../runs/runStore.ts';

export function getRun({ db, revisions }: Pick<Deps, 'db' | 'revisions'>): Rpc<GetRunRequest, RunDetails> {
  return async ({ runId, attemptId }, { caller }) => {
    const { run } = await readOwnRun(db, runId, caller);
    return runDetails(db, revisions, run, attemptId);
  };
}
