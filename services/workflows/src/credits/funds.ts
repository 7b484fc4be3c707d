import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { due } from '@rotamer/kit/work/failedWork.ts';

/** The name by which operators see the loop that resumes funded attempts. */
export const RESUME_FUNDED = 'resume-funded';

/**
 * Records that a workspace has credits again. Returns false, and writes nothing, if the workspace has no child to submit: then none can be
 * refused. This is the usual case, because most workspaces get this event with each job that ends.
 */
export async function recordFunds(db: Queryable, workspaceId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    prepared(
      `insert into funds (workspace_id, heard_at)
       select $1, now() where exists (select from children where workspace_id = $1 and state = 'LAUNCHING')
       on conflict (workspace_id) do update set heard_at = excluded.heard_at`,
      [workspaceId],
    ),
  );
  return (rowCount ?? 0) > 0;
}

/** Records that credits were refused for a child. `claimedAt` is when the child was claimed, by the clock of the database. */
export async function recordRefusal(tx: Queryable, attemptId: string, claimedAt: Date): Promise<void> {
  await tx.query('update attempts set refused_at = $2 where id = $1', [attemptId, claimedAt]);
}

/**
 * Finds attempts paused for credits whose workspace was funded since the refusal. Skips busy workspaces. The order in which the event and
 * the refusal are stored does not matter.
 */
export async function findFunded(
  db: Queryable,
  limit: number,
  busy: string[],
): Promise<{ id: string; workspaceId: string }[]> {
  const { rows } = await db.query(
    prepared(
      `select a.id, a.workspace_id from attempts a join funds f on f.workspace_id = a.workspace_id
       where a.pause_reason = 'insufficient_credits' and a.workspace_id <> all($1)
         and (a.refused_at is null or a.refused_at <= f.heard_at) and ${due(RESUME_FUNDED, 'a.id')}
       order by a.workspace_id, a.id limit $2`,
      [busy, limit],
    ),
  );
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id }));
}
