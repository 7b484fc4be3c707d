import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { isId } from '@rotamer/kit/ids.ts';
import { isParked } from '@rotamer/kit/work/failedWork.ts';
import { CARRY_OUT } from '../assignment/operationStore.ts';
import { type Command, type Deletion, decideDeletion } from './deletion.ts';

const COLUMNS = `id, seq, workspace_id, project_id, project_name, mode, target_project_id, status, error, attempt_count,
  failures, next_attempt_at, created_at, started_at, completed_at, updated_at`;

/**
 * SQL: the deletion `d` may never overtake the earlier assignment `o`. Either the assignment moves something into the
 * project, which would be gone; or it would save something that the deletion deletes.
 */
const IN_THE_WAY = "(d.mode = 'delete_contents' or o.project_id = d.project_id)";

export async function readDeletion(db: Queryable, id: string, workspaceId: string): Promise<Deletion | undefined> {
  if (!isId('pdel', id)) return undefined;
  const { rows } = await db.query(`select ${COLUMNS} from deletions where id = $1 and workspace_id = $2`, [
    id,
    workspaceId,
  ]);
  return rows[0] && toDeletion(rows[0]);
}

export async function deletionOfProject(
  db: Queryable,
  projectId: string,
  workspaceId: string,
): Promise<Deletion | undefined> {
  const { rows } = await db.query(`select ${COLUMNS} from deletions where project_id = $1 and workspace_id = $2`, [
    projectId,
    workspaceId,
  ]);
  return rows[0] && toDeletion(rows[0]);
}

/** Inserts a deletion with the next number of the workspace's operations. The caller holds the lock of the operations. */
export async function insertDeletion(tx: Queryable, deletion: Omit<Deletion, 'seq'>): Promise<Deletion> {
  const { rows } = await tx.query(
    `insert into deletions (id, seq, workspace_id, project_id, project_name, mode, target_project_id, status, created_at,
       updated_at)
     values ($1, nextval(pg_get_serial_sequence('operations', 'seq')), $2, $3, $4, $5, $6, $7, $8, $9)
     returning ${COLUMNS}`,
    [
      deletion.id,
      deletion.workspaceId,
      deletion.projectId,
      deletion.projectName,
      deletion.mode,
      deletion.targetProjectId,
      deletion.status,
      deletion.createdAt,
      deletion.updatedAt,
    ],
  );
  return toDeletion(rows[0]);
}

/**
 * Applies a command under the row's lock; `within` acts in the same transaction. Returns the changed deletion, or undefined
 * when the command changes nothing.
 */
export async function changeDeletion(
  db: Db,
  { id, workspaceId }: Pick<Deletion, 'id' | 'workspaceId'>,
  command: Command,
  now: Date,
  within: (tx: Queryable, changed: Deletion) => Promise<void> = async () => {},
): Promise<Deletion | undefined> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query(`select ${COLUMNS} from deletions where id = $1 and workspace_id = $2 for update`, [
      id,
      workspaceId,
    ]);
    const changed = rows[0] && decideDeletion(toDeletion(rows[0]), command, now);
    if (!changed) return undefined;
    await saveDeletion(tx, changed);
    await within(tx, changed);
    return changed;
  });
}

async function saveDeletion(tx: Queryable, deletion: Deletion): Promise<void> {
  await tx.query(
    `update deletions set status = $2, error = $3, attempt_count = $4, failures = $5, next_attempt_at = $6,
       started_at = $7, completed_at = $8, updated_at = $9
     where id = $1`,
    [
      deletion.id,
      deletion.status,
      deletion.error,
      deletion.attemptCount,
      deletion.failures,
      deletion.nextAttemptAt,
      deletion.startedAt,
      deletion.completedAt,
      deletion.updatedAt,
    ],
  );
}

/**
 * Takes due deletions in round-robin order over workspaces, and within a workspace the one first that was not taken for
 * longest. A deletion waits until every earlier assignment of its workspace is carried out, and until every earlier deletion
 * that moves members into its project is completed: then no more members can arrive in the project. The deletion does not
 * wait for dead-lettered assignments, which may stay so for ever, except for those it may not overtake (`IN_THE_WAY`).
 */
export async function takeDeletions(db: Queryable, now: Date, limit: number): Promise<Deletion[]> {
  const { rows } = await db.query(
    `update deletions set turn_at = clock_timestamp()
     where id in (
       select id from (
         select id, turn_at, seq,
           row_number() over (partition by workspace_id order by turn_at nulls first, seq) as place
         from deletions d
         where status in ('pending', 'processing') and (next_attempt_at is null or next_attempt_at <= $1)
           and not exists (
             select from operations o where o.workspace_id = d.workspace_id and o.seq < d.seq
               and (${IN_THE_WAY} or not ${isParked(CARRY_OUT, 'o.seq::text')}))
           and not exists (
             select from deletions e
             where e.target_project_id = d.project_id and e.status <> 'completed' and e.seq < d.seq)
       ) as waiting
       order by place, turn_at nulls first, seq limit $2)
     returning ${COLUMNS}`,
    [now, limit],
  );
  return rows.map(toDeletion);
}

/** Returns deletions that may not overtake an earlier, dead-lettered assignment of their workspace. */
export async function findBlocked(db: Queryable, limit: number): Promise<Deletion[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} from deletions d
     where status in ('pending', 'processing') and exists (
       select from operations o
       where o.workspace_id = d.workspace_id and o.seq < d.seq and ${IN_THE_WAY} and ${isParked(CARRY_OUT, 'o.seq::text')})
     order by seq limit $1`,
    [limit],
  );
  return rows.map(toDeletion);
}

/** Deletes the records of deletions that were completed before this time. */
export async function purgeDeletions(db: Queryable, before: Date): Promise<void> {
  await db.query(`delete from deletions where status = 'completed' and completed_at < $1`, [before]);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of deletions
function toDeletion(row: any): Deletion {
  return {
    id: row.id,
    seq: row.seq,
    workspaceId: row.workspace_id,
    projectId: row.project_id,
    projectName: row.project_name,
    mode: row.mode,
    targetProjectId: row.target_project_id ?? undefined,
    status: row.status,
    error: row.error ?? undefined,
    attemptCount: row.attempt_count,
    failures: row.failures,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    completedAt: row.completed_at ?? undefined,
    updatedAt: row.updated_at,
  };
}
