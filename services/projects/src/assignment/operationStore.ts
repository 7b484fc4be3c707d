import type { Queryable } from '@rotamer/kit/db/db.ts';
import { due } from '@rotamer/kit/work/failedWork.ts';
import type { Operation } from './operation.ts';

/** The name of the loop for operators. */
export const CARRY_OUT = 'carry-out';

/**
 * Locks the operations of a workspace. Every transaction that takes a sequence number holds this lock, so that the numbers
 * of a workspace ascend in the order of the commits, and nothing is assigned to a project while it is being closed.
 */
export async function lockOperations(tx: Queryable, workspaceId: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`operations of ${workspaceId}`]);
}

/** Inserts an operation with the next sequence number. The caller holds the lock of the workspace. */
export async function insertOperation(
  tx: Queryable,
  { workspaceId, projectId, groups, moveLinkedFiles }: Omit<Operation, 'seq'>,
): Promise<number> {
  const { rows } = await tx.query(
    `insert into operations (workspace_id, project_id, groups, move_linked_files) values ($1, $2, $3, $4)
     returning seq`,
    [workspaceId, projectId, JSON.stringify(groups), moveLinkedFiles],
  );
  return rows[0].seq;
}

/** Returns the number of operations of a workspace that are not carried out everywhere yet. */
export async function countOperations(db: Queryable, workspaceId: string): Promise<number> {
  const { rows } = await db.query('select count(*) as n from operations where workspace_id = $1', [workspaceId]);
  return rows[0].n;
}

/** Removes an operation once it is carried out everywhere. */
export async function removeOperation(db: Queryable, seq: number): Promise<void> {
  await db.query('delete from operations where seq = $1', [seq]);
}

/**
 * Takes operations that nobody has tried for `idleSeconds`, longest waiting first, in round-robin order over workspaces and
 * oldest first within a workspace. Marks them as tried now, so that replicas do not take the same operations.
 */
export async function takeOperations(db: Queryable, idleSeconds: number, limit: number): Promise<Operation[]> {
  const { rows } = await db.query(
    `update operations set tried_at = clock_timestamp()
     where seq in (
       select o.seq from operations o join (
         select seq, row_number() over (partition by workspace_id order by seq) as place from operations
         where tried_at <= clock_timestamp() - make_interval(secs => $1) and ${due(CARRY_OUT, 'seq::text')}
       ) as waiting using (seq)
       order by place, tried_at limit $2
       for update of o skip locked)
     returning seq, workspace_id, project_id, groups, move_linked_files`,
    [idleSeconds, limit],
  );
  return rows.map((row) => ({
    seq: row.seq,
    workspaceId: row.workspace_id,
    projectId: row.project_id ?? undefined,
    groups: row.groups,
    moveLinkedFiles: row.move_linked_files,
  }));
}
