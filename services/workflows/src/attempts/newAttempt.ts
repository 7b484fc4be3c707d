import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Budget } from '../credits/budget.ts';
import type { Revision } from '../workflow/revisions.ts';

/** An attempt to be inserted. */
export interface NewAttempt {
  id: string;
  runId: string;
  workspaceId: string;
  number: number;
  mode: 'FROM_START' | 'FROM_FAILED_NODE';
  budget?: Budget;
  reusedAttemptId?: string;
  /** The user for whom its jobs are launched, and the key or session that asked for the attempt. */
  startedBy: { userId: string; role: string; keyId: string };
  traceparent: string;
  now: Date;
}

/** Inserts an attempt that has not begun, with its nodes. The caller makes it the run's current attempt. */
export async function insertAttempt(
  tx: Queryable,
  attempt: NewAttempt,
  { id: revisionId, graph }: Revision,
): Promise<void> {
  const { id, runId, workspaceId, number, mode, budget, reusedAttemptId, startedBy, traceparent, now } = attempt;
  await tx.query(
    `insert into attempts (
       id, run_id, workspace_id, revision_id, number, mode, status, max_millicredits, budget_id, reused_attempt_id, traceparent, created_at,
       started_by, role, key_id
     ) values ($1, $2, $3, $4, $5, $6, 'QUEUED', $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      runId,
      workspaceId,
      revisionId,
      number,
      mode,
      budget?.capMillicredits,
      budget?.id,
      reusedAttemptId,
      traceparent,
      now,
      startedBy.userId,
      startedBy.role,
      startedBy.keyId,
    ],
  );
  await tx.query(
    `insert into nodes (attempt_id, id, position)
     select $1, id, nth from unnest($2::text[]) with ordinality as n (id, nth)`,
    [id, [...graph.nodes.keys()]],
  );
}
