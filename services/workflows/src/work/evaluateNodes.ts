import type { Loop } from '@rotamer/kit/process/loop.ts';
import { due, workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { startWorkspaceLoop, type WorkspaceWorkers } from '@rotamer/kit/work/workspaceWorkers.ts';
import { WORK_SIGNALS } from '../commands/changeAttempt.ts';
import type { Deps } from '../deps.ts';
import { evaluateNode } from '../evaluation/evaluateNode.ts';
import type { EvaluateDeps } from '../evaluation/evaluation.ts';
import { insertExtended, insertItems, insertOutputs } from '../items/itemStore.ts';

const INTERVAL_MS = 1_000;

/** Number of nodes that one pass evaluates, over all attempts. */
const BATCH = 20;

/** The name by which operators see the loop. */
const EVALUATE_NODES = 'evaluate-nodes';

type LoopDeps = EvaluateDeps & Pick<Deps, 'log' | 'changeAttempt'>;

/**
 * Evaluates nodes other than tools. A node's items and its end are committed together. If two replicas evaluate the same node, the second
 * one commits nothing. Returns true if there may be more.
 */
export async function evaluateNodes(deps: LoopDeps, workers: WorkspaceWorkers): Promise<boolean> {
  const { rows } = await deps.db.query(
    `select workspace_id, attempt_id, id from (
       select a.workspace_id, n.attempt_id, n.id, row_number() over (partition by a.workspace_id order by n.attempt_id, n.position) as turn
       from nodes n join attempts a on a.id = n.attempt_id
       where n.status = 'EVALUATING' and a.status in ('RUNNING', 'PAUSED') and a.workspace_id <> all($2)
         and ${due(EVALUATE_NODES, "n.attempt_id || '/' || n.id")}
     ) waiting order by turn limit $1`,
    [BATCH, workers.busy()],
  );
  const pieces = rows.map((row) => ({
    id: `${row.attempt_id}/${row.id}`,
    workspaceId: row.workspace_id as string,
    attemptId: row.attempt_id,
    nodeId: row.id,
  }));
  workers.work(pieces, (own) =>
    workOnEach({ ...deps, work: EVALUATE_NODES }, own, ({ attemptId, nodeId }) => evaluate(deps, attemptId, nodeId)),
  );
  return rows.length === BATCH;
}

async function evaluate(deps: LoopDeps, attemptId: string, nodeId: string): Promise<void> {
  const evaluation = await evaluateNode(deps, attemptId, nodeId);
  if (!evaluation) return;
  await deps.changeAttempt(attemptId, async (tx, { runId, state }) => {
    if (state.nodes[nodeId]?.status !== 'EVALUATING') return [];
    if ('error' in evaluation) return [{ type: 'evaluationFailed', nodeId, error: evaluation.error }];
    if ('candidateDigest' in evaluation) {
      const { candidateDigest, candidates } = evaluation;
      await tx.query('update nodes set candidate_digest = $3 where attempt_id = $1 and id = $2', [
        attemptId,
        nodeId,
        candidateDigest,
      ]);
      return [{ type: 'candidatesReady', nodeId, candidates }];
    }
    const { newItems = [], extended = [], port, itemIds, taken } = evaluation;
    await insertItems(tx, runId, newItems);
    await insertExtended(tx, runId, extended);
    await insertOutputs(
      tx,
      attemptId,
      itemIds.map((itemId, position) => ({ nodeId, port, position, itemId })),
    );
    return [{ type: 'evaluated', nodeId, outputs: { [port]: itemIds.length }, taken }];
  });
}

export function startEvaluating(deps: LoopDeps & Pick<Deps, 'signals'>): Loop {
  return startWorkspaceLoop({
    ...deps,
    name: 'evaluate nodes',
    intervalMs: INTERVAL_MS,
    wokenBy: WORK_SIGNALS.evaluate,
    pass: (workers) => evaluateNodes(deps, workers),
  });
}
