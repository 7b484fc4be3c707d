import { countFitting } from '@rotamer/kit/batching/fitting.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import { PauseReason, type Run } from '@rotamer/proto/workflows/v1/workflow.ts';
import { Candidate, type Curation, type Decision } from '@rotamer/proto/workflows/v1/workflows.ts';
import { readAttempt } from '../attempts/attemptStore.ts';
import { limits } from '../definition/limits.ts';
import type { CurationNode } from '../definition/schema.ts';
import { liveEdges } from '../engine/attempt.ts';
import { BEGINNING, hasMore, readPage, readPlace, writePlace } from '../items/itemPages.ts';
import { presentItem } from '../items/presentItem.ts';
import type { Revisions } from '../workflow/revisions.ts';

/** Bytes of candidates in one message. The rest is room for the decision, which names all approved candidates. */
const CANDIDATE_BYTES = limits.messageBytes - 64 * 1024;

export function isAtCheckpoint({ attempts }: Run): boolean {
  return attempts.at(-1)!.pause?.reason === PauseReason.CURATION;
}

/** Returns the checkpoint at which a run is paused. @throws conflict if the run is not at a checkpoint. */
export function checkpointOf(run: Run): { attemptId: string; nodeId: string } {
  const attempt = run.attempts.at(-1)!;
  if (isAtCheckpoint(run)) return { attemptId: attempt.id, nodeId: attempt.pause!.nodeId };
  throw new Fault('conflict', 'The run is not paused for curation.', {
    details: { reason: 'not_at_checkpoint', current_status: enumName('RUN_STATUS', attempt.status) },
  });
}

/**
 * Reads a checkpoint: the candidates after a place, as many as fit into a message, and the decision if there is one. Leaves out the
 * columns of the table of candidates.
 */
export async function readCuration(
  db: Queryable,
  revisions: Revisions,
  run: Run,
  { attemptId, nodeId }: { attemptId: string; nodeId: string },
  after = '',
): Promise<Curation> {
  const begin = after === '' ? BEGINNING : readPlace(after);
  if (!begin) throw validationFault([{ path: 'after', message: 'is not a valid cursor' }]);
  const { graph } = await revisions.get(run.revisionId);
  const { node, incoming } = graph.nodes.get(nodeId)!;
  const { label, instructions } = node as CurationNode;
  const attempt = (await readAttempt(db, attemptId))!;
  const edges = liveEdges(attempt.state, incoming);
  const total = edges.reduce((sum, { source, port }) => sum + (attempt.state.nodes[source]!.outputs[port] ?? 0), 0);
  const found = await readPage(db, attemptId, edges, { after: begin, total });
  const candidates = found.map(({ item }) => ({ id: item.id, item: presentItem(item), contentDigest: item.digest }));
  const fitting = countFitting(Candidate, candidates, CANDIDATE_BYTES);
  const last = found[fitting - 1]?.place;
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
    candidates: candidates.slice(0, fitting),
    next: last && (await hasMore(db, attemptId, edges, last)) ? writePlace(last) : '',
    decision: await readDecision(db, attemptId, nodeId),
    columnsJson: '',
  };
}

/** Reads the decision that was recorded at a checkpoint. */
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
