import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { Curation, GetCurationRequest } from '@rotamer/proto/workflows/v1/workflows.ts';
import { checkpointOf, readCuration } from '../curation/curation.ts';
import type { Deps } from '../deps.ts';
import { readOwnRun } from '../runs/runStore.ts';

export function getCuration({ db, revisions }: Pick<Deps, 'db' | 'revisions'>): Rpc<GetCurationRequest, Curation> {
  return async ({ runId, after }, { caller }) => {
    const { run } = await readOwnRun(db, runId, caller);
    return readCuration(db, revisions, run, checkpointOf(run), after);
  };
}
