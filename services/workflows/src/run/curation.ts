import type { Queryable } from '@rotamer/kit/db/db.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { PauseReason, type Run } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { Curation, Decision } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { CurationNode } from '../definition/schema.ts';
import { liveEdges } from '../engine/attempt.ts';
import { readAttempt } from './attemptStore.ts';
import { readArriving } from './itemStore.ts';
import { presentItem } from './presentItem.ts';
import type { Revisions } from './revisions.ts';

/** Characters of inline content of all candidates together: an answer stays below what one message takes. */
const TEXT = 1024 * 1024;

/** The checkpoint at which a run is paused. @throws conflict when it is at none. */
export function checkpointOf(run: Run): { attemptId: string; nodeId: string } {
  const attempt = run.attempts.at(-1)!;
  if (attempt.pause?.reason === PauseReason.CURATION) return { attemptId: attempt.id, nodeId: attempt.pause.nodeId };
  throw new Fault('conflict', 'The run is not paused at a checkpoint.', {
    details: { reason: 'not_at_checkpoint', current_status: attempt.status.replace(/^RUN_STATUS_/, '') },
  });
}

/** A checkpoint with its candidates, and the decision if there is one. */
export async function readCuration(
  db: Queryable,
  revisions: Revisions,
  run: Run,
  { attemptId, nodeId }: { attemptId: string; nodeId: string },
): Promise<Curation> {
  const { graph } = await revisions.get(run.revisionId);
  const { node, incoming } = graph.nodes.get(nodeId)!;
  const { label, instructions } = node as CurationNode;
  const attempt = (await readAttempt(db, attemptId))!;
  const items = await readArriving(db, attemptId, liveEdges(attempt.state, incoming));
  const { rows } = await db.query('select candidate_digest from nodes where attempt_id = $1 and id = $2', [
    attemptId,
    nodeId,
  ]);
  return {
    runId: run.id,
    attemptId,
    nodeId,
    title: label,
    instructions,
    candidateSetDigest: rows[0].candidate_digest,
    candidates: items.map((item) => ({
      id: item.id,
      item: presentItem(item, Math.floor(TEXT / items.length)),
      contentDigest: item.digest,
    })),
    decision: await readDecision(db, attemptId, nodeId),
  };
}

/** What was chosen at a checkpoint. */
export async function readDecision(db: Queryable, attemptId: string, nodeId: string): Promise<Decision | undefined> {
  const { rows } = await db.query(
    'select decided_by, decided_at, approved, rejected, note, criteria from decisions where attempt_id = $1 and node_id = $2',
    [attemptId, nodeId],
  );
  const [row] = rows;
  return (
    row && {
      decidedBy: row.decided_by,
      decidedAt: row.decided_at,
      approvedCandidateIds: row.approved,
      rejectedCandidateIds: row.rejected,
      note: row.note ?? undefined,
      criteriaJson: row.criteria ? JSON.stringify(row.criteria) : '',
    }
  );
}
