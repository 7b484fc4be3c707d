import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { due } from '@rotamer/kit/work/failedWork.ts';

/** The loop that resumes them, as operators see it. */
export const RESUME_FUNDED = 'resume-funded';

/**
 * Notes that a workspace has credits again; false: nothing of it waits. Where no child is to be submitted none can be refused, and nothing is written: most
 * workspaces hear this with each job that ends.
 */
export async function noteFunds(db: Queryable, workspaceId: string): Promise<boolean> {
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

/** Notes that credits were refused for a child which was claimed at this time, by the clock of the database. */
export async function noteRefusal(tx: Queryable, attemptId: string, claimedAt: Date): Promise<void> {
  await tx.query('update attempts set refused_at = $2 where id = $1', [attemptId, claimedAt]);
}

/**
 * Attempts that wait for credits although their workspace was heard to have some after they were refused; of none of the workspaces
 * that are busy. It does not matter whether the event or the refusal is stored first.
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
