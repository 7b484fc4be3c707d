import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { Curation, GetCurationRequest } from '@rotamer/proto/workflows/v1/workflows.ts';
import { checkpointOf, readCuration } from '../curation/curation.ts';
import { reviewColumns } from '../curation/reviewColumns.ts';
import type { Deps } from '../deps.ts';
import { readOwnRun } from '../runs/runStore.ts';

export function getCuration({
  db,
  revisions,
  tools,
}: Pick<Deps, 'db' | 'revisions' | 'tools'>): Rpc<GetCurationRequest, Curation> {
  /** Returns the columns as JSON. Without the catalogue of jobs there are none, because they only say how a table looks. */
  async function columnsOf(revisionId: string, nodeId: string): Promise<string> {
    const { graph } = await revisions.get(revisionId);
    const known = await tools().catch(() => new Map());
    return JSON.stringify(reviewColumns(graph, nodeId, known));
  }

  return async ({ runId, after }, { caller }) => {
    const { run } = await readOwnRun(db, runId, caller);
    const place = checkpointOf(run);
    const curation = await readCuration(db, revisions, run, place, after);
    return after === '' ? { ...curation, columnsJson: await columnsOf(run.revisionId, place.nodeId) } : curation;
  };
}
