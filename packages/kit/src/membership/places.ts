import type { Db, Queryable } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { projectDeletedFault } from './projectDeletedFault.ts';

/*
 * For services that hold members of projects: their table `projects` counts the members of each, and says what becomes of
 * them when it is closed. Who changes members counts at the end of the transaction, which locks the rows of the projects;
 * closing one takes the same lock. So whoever comes first, no member is left behind: the closing sees it, or it follows.
 */

/** Where a member goes: into a project, or into none. */
export interface Place {
  projectId?: string;
  /** The project is being deleted with all that is in it. */
  deleting: boolean;
}

/** Members that are new in a project (above 0) or that left it. Absent project: none, which nobody counts. */
export interface MemberChange {
  workspaceId: string;
  projectId?: string;
  members: number;
}

/** Where that goes which names a project: what is closed is followed to its target, and on from there. */
export async function placeOf(db: Queryable, workspaceId: string, projectId: string | undefined): Promise<Place> {
  if (projectId === undefined) return { deleting: false };
  const { rows } = await db.query(
    `with recursive way as (
       select id, closed_mode, target_id, 1 as step from projects where workspace_id = $1 and id = $2
       union all
       select p.id, p.closed_mode, p.target_id, step + 1
       from way join projects p on p.workspace_id = $1 and p.id = way.target_id
       where step < $3
     )
     select id, closed_mode, target_id from way order by step desc limit 1`,
    [workspaceId, projectId, MAX_STEPS],
  );
  const [last] = rows;
  switch (last?.closed_mode ?? 'open') {
    case 'move':
      return { projectId: last.target_id, deleting: false };
    case 'unassign':
      return { deleting: false };
    case 'delete_contents':
      return { projectId: last.id, deleting: true };
    default:
      return { projectId: last?.id ?? projectId, deleting: false };
  }
}

/** The same for something new, which is refused where it would be deleted. @throws conflict */
export async function openPlaceOf(db: Queryable, workspaceId: string, projectId: string | undefined): Promise<Place> {
  const place = await placeOf(db, workspaceId, projectId);
  if (place.deleting) throw projectDeletedFault();
  return place;
}

/** A target is open when its project is closed, so ways have an end; nobody waits for a longer one. */
const MAX_STEPS = 1_000;

/**
 * Counts changes of members; the last statement of a transaction that makes them, because everybody waits for its locks.
 * Rows are locked in their order, so transactions never deadlock.
 *
 * @throws ClosedMeanwhile when a project that gains members was closed since `placeOf`; not for one that is being deleted.
 */
export async function countMembers(tx: Queryable, changes: MemberChange[], place?: Place): Promise<void> {
  const sums = new Map<string, MemberChange & { projectId: string }>();
  for (const { workspaceId, projectId, members } of changes) {
    if (projectId === undefined) continue;
    const key = `${workspaceId} ${projectId}`;
    sums.set(key, { workspaceId, projectId, members: (sums.get(key)?.members ?? 0) + members });
  }
  const changed = [...sums.values()].filter(({ members }) => members !== 0);
  if (changed.length === 0) return;
  const { rows } = await tx.query(
    `insert into projects (workspace_id, id, members)
     select workspace_id, id, members from unnest($1::text[], $2::text[], $3::bigint[]) as c (workspace_id, id, members)
     order by workspace_id, id
     on conflict (workspace_id, id) do update set members = projects.members + excluded.members
     returning id, closed_mode`,
    [
      changed.map(({ workspaceId }) => workspaceId),
      changed.map(({ projectId }) => projectId),
      changed.map(({ members }) => members),
    ],
  );
  const closed = new Set(rows.flatMap(({ id, closed_mode }) => (closed_mode === null ? [] : id)));
  const gaining = changed.filter(({ projectId, members }) => members > 0 && closed.has(projectId));
  if (gaining.length > 0 && !place?.deleting) throw new ClosedMeanwhile(gaining[0]!.projectId);
}

class ClosedMeanwhile extends Error {
  constructor(projectId: string) {
    super(`project ${projectId} was closed meanwhile`);
  }
}

/** A target that is closed as well meanwhile is met once or twice, not more. */
const MAX_TRIES = 10;

/** A transaction that asks `placeOf` and counts: repeated as a whole when a project was closed in between. */
export async function placing<Result>(db: Db, work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  for (let n = 1; ; n++) {
    try {
      return await transaction(db, work);
    } catch (error) {
      if (!(error instanceof ClosedMeanwhile) || n === MAX_TRIES) throw error;
    }
  }
}

/**
 * A condition for lists of a project's members, asked once per statement: without it the project of another workspace would be
 * read to its end for nothing. Both are parameters of the statement.
 */
export function hasMembers(workspaceId: string, projectId: string): string {
  return `exists (select from projects where workspace_id = ${workspaceId} and id = ${projectId} and members > 0)`;
}

/** The members of each of these projects of a workspace; 0 where a project is unknown here. */
export async function readCounts(db: Queryable, workspaceId: string, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await db.query(
    'select id, members from projects where workspace_id = $1 and id = any($2) and members > 0',
    [workspaceId, ids],
  );
  return new Map(rows.map(({ id, members }) => [id, members]));
}
