import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetResultsRequest, RunResults } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Deps } from '../deps.ts';
import { readOutputs } from '../run/itemStore.ts';
import { presentItem } from '../run/presentItem.ts';
import { readChildren, readNodes } from '../run/runDetails.ts';
import { attemptOf, readOwnRun } from '../run/runStore.ts';

/** Children of a node, and items of an output, that the results carry. */
const CHILDREN = 100;
const ITEMS = 1_000;

/** Characters of inline content of all items of an output together. */
const TEXT = 1024 * 1024;

/** What each node left; what is available is read from the results of the jobs. */
export function getResults({ db, revisions }: Pick<Deps, 'db' | 'revisions'>): Rpc<GetResultsRequest, RunResults> {
  return async ({ runId, attemptId }, { caller }) => {
    const { run } = await readOwnRun(db, runId, caller);
    const attempt = attemptOf(run, attemptId);
    const revision = await revisions.get(run.revisionId);
    const nodes: RunResults['nodes'] = [];
    for (const { id: nodeId, type, status } of await readNodes(db, revisions, run, attempt.id)) {
      const children =
        type === 'tool' ? await readChildren(db, revision, attempt.id, { limit: CHILDREN + 1, nodeId }) : [];
      const items = type === 'output' ? await readOutputs(db, attempt.id, nodeId, ITEMS + 1) : [];
      nodes.push({
        nodeId,
        type,
        status,
        resultAvailable: items.length > 0 || children.some(({ resultAvailable }) => resultAvailable),
        children: children.slice(0, CHILDREN),
        moreChildren: children.length > CHILDREN,
        items: items.slice(0, ITEMS).map((item) => presentItem(item, TEXT / items.length)),
        moreItems: items.length > ITEMS,
      });
    }
    return { run, attemptId: attempt.id, nodes };
  };
}
