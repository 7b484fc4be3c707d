import type { Queryable } from '@rotamer/kit/db/db.ts';
import { type NodeReuse, ReuseVerdict } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Revision } from '../workflow/revisions.ts';
import { REPEATED } from './planReuse.ts';

/** Marks reused nodes as finished from the beginning, with the same output items. Reused nodes have no jobs of their attempt. */
export async function reuseNodes(tx: Queryable, from: string, to: string, reuse: NodeReuse[]): Promise<void> {
  const ids = reuse.filter(({ verdict }) => verdict === ReuseVerdict.REUSED).map(({ nodeId }) => nodeId);
  await tx.query(
    `update nodes n set status = o.status, outputs = o.outputs, taken = o.taken, decided = o.decided, candidate_digest = o.candidate_digest,
       key = o.key, key_parts = o.key_parts, error = o.error, started_at = o.started_at, completed_at = o.completed_at,
       reused_attempt_id = coalesce(o.reused_attempt_id, o.attempt_id)
     from nodes o where n.attempt_id = $2 and o.attempt_id = $1 and o.id = n.id and n.id = any($3)`,
    [from, to, ids],
  );
  await tx.query(
    `insert into outputs (attempt_id, node_id, port, position, item_id)
     select $2, node_id, port, position, item_id from outputs where attempt_id = $1 and node_id = any($3)`,
    [from, to, ids],
  );
  await tx.query(
    `insert into decisions (attempt_id, node_id, candidate_digest, decided_by, decided_at, note, criteria, approved, rejected)
     select $2, node_id, candidate_digest, decided_by, decided_at, note, criteria, approved, rejected
     from decisions where attempt_id = $1 and node_id = any($3)`,
    [from, to, ids],
  );
}

/** Returns what an earlier retry reused, for a repeat of that retry's request. */
export async function reuseOf(db: Queryable, { definition }: Revision, attemptId: string): Promise<NodeReuse[]> {
  const { rows } = await db.query('select id from nodes where attempt_id = $1 and reused_attempt_id is not null', [
    attemptId,
  ]);
  const reused = new Set(rows.map(({ id }) => id));
  return definition.nodes.map(({ id: nodeId }) =>
    reused.has(nodeId)
      ? { nodeId, verdict: ReuseVerdict.REUSED, reason: 'It was reused.' }
      : {
          nodeId,
          verdict: ReuseVerdict.RUNS_AGAIN,
          reason: reused.size > 0 ? REPEATED : 'The run starts again from its inputs.',
        },
  );
}
