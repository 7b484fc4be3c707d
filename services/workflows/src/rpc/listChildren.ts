import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListChildrenRequest, ListChildrenResponse } from '@rotamer/proto/workflows/v1/workflows.ts';
import { limits } from '../definition/limits.ts';
import type { Deps } from '../deps.ts';
import { fittingChildren, readChildren } from '../runs/runDetails.ts';
import { attemptOf, readOwnRun } from '../runs/runStore.ts';
import { pageLimit } from './bounds.ts';

export function listChildren({
  db,
  revisions,
}: Pick<Deps, 'db' | 'revisions'>): Rpc<ListChildrenRequest, ListChildrenResponse> {
  return async (request, { caller }) => {
    const { run } = await readOwnRun(db, request.runId, caller);
    const attempt = attemptOf(run, request.attemptId);
    const limit = pageLimit(request.limit);
    const page = { limit: limit + 1, after: placeOf(request.after), nodeId: request.nodeId || undefined };
    const children = await readChildren(db, await revisions.get(run.revisionId), attempt.id, page);
    const shown = fittingChildren(children.slice(0, limit), limits.messageBytes);
    return { children: shown, hasMore: children.length > shown.length };
  };
}

function placeOf(after: string) {
  if (after === '') return undefined;
  const [, nodeId, n] = /^([\w-]{1,64})\/(\d{1,6})$/.exec(after) ?? [];
  if (!nodeId) throw validationFault([{ path: 'starting_after', message: 'is not a cursor of this list' }]);
  return { nodeId, n: Number(n) };
}
