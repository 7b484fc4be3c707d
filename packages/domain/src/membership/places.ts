import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';

/*
 * For services that hold members of projects. Their table `projects` counts the members of each project, and records what
 * happens to the members when the project is closed. A transaction that changes members counts them at its end, which locks
 * the rows of the projects. Closing a project takes the same lock. So no member is left behind, in either order: the
 * closing includes the member, or the transaction of the member sees the closing.
 */

/** The project that a member goes into, or none. */
export interface Place {
  projectId?: string;
  /** The project is being deleted together with its members. */
  deleting: boolean;
}

/** A change in the number of members of a project, above 0 for new ones. Without a project nothing is counted. */
export interface MemberChange {
  workspaceId: string;
  projectId?: string;
  members: number;
}

/** Returns the project a member of this project ends up in, following closed projects to their targets. */
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

/** Like `placeOf`, for a new member. @throws conflict when the project is being deleted with its members */
export async function openPlaceOf(db: Queryable, workspaceId: string, projectId: string | undefined): Promise<Place> {
  const place = await placeOf(db, workspaceId, projectId);
  if (place.deleting) throw projectDeletedFault();
  return place;
}

/** A target is open when its project is closed, so chains of closed projects are finite. Longer chains are not followed. */
const MAX_STEPS = 1_000;

/**
 * Counts changes of members. Must be the last statement of the transaction that makes the changes, because others wait for
 * its locks. Rows are locked in the order of their ids, so transactions never deadlock.
 *
 * @throws ClosedMeanwhile when a project that gains members was closed since `placeOf`, unless `place` is being deleted.
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

/** A target that is also closed in the meantime occurs once or twice, not more often. */
const MAX_TRIES = 10;

/** Runs a transaction that calls `placeOf` and counts members; repeats it when a project was closed in between. */
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
 * Returns a condition for lists of a project's members, evaluated once per statement. Without it the list for a project of
 * another workspace would read all members for nothing. Both arguments are parameters of the statement.
 */
export function hasMembers(workspaceId: string, projectId: string): string {
  return `exists (select from projects where workspace_id = ${workspaceId} and id = ${projectId} and members > 0)`;
}

/** Returns the number of members of each of these projects of a workspace. Projects without members are left out. */
export async function readCounts(db: Queryable, workspaceId: string, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await db.query(
    'select id, members from projects where workspace_id = $1 and id = any($2) and members > 0',
    [workspaceId, ids],
  );
  return new Map(rows.map(({ id, members }) => [id, members]));
}

/** Returns the fault of a project that is being deleted and accepts no new members. */
export function projectDeletedFault(): Fault {
  return new Fault('conflict', 'This project is being deleted.', {
    resolution: 'Use another project, or none.',
    details: { reason: 'project_deleted' },
  });
}

/** The deletion of a project, as it is stored. */
export interface Closing {
  workspaceId: string;
  projectId: string;
  seq: number;
  mode: 'move' | 'unassign' | 'delete_contents';
  /** Only with mode `move`. */
  targetProjectId?: string;
}

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
