import type { Queryable } from '@rotamer/kit/db/db.ts';
import { type Place, placeOf } from './places.ts';
import type { Closing } from './requests.ts';

/**
 * Closes a project for good. Waits for transactions that have counted members into it; later members go to the place
 * where the closing sends them. Returns that place, or the project itself when its members are deleted. A repeated closing
 * changes nothing.
 */
export async function closeProject(db: Queryable, closing: Closing): Promise<Place> {
  const { workspaceId, projectId, seq, mode, targetProjectId } = closing;
  await db.query(
    `insert into projects (workspace_id, id, closed_seq, closed_mode, target_id) values ($1, $2, $3, $4, $5)
     on conflict (workspace_id, id) do update set
       closed_seq = excluded.closed_seq, closed_mode = excluded.closed_mode, target_id = excluded.target_id
     where projects.closed_seq is null`,
    [workspaceId, projectId, seq, mode, targetProjectId ?? null],
  );
  return placeOf(db, workspaceId, projectId);
}
