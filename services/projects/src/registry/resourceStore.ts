import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { ResourceType } from '@rotamer/proto/projects/v1/project.ts';

export interface Resource {
  workspaceId: string;
  type: ResourceType;
  id: string;
}

/** Returns whether the workspace has at least `number` resources of other applications. */
export async function hasResources(db: Queryable, workspaceId: string, number: number): Promise<boolean> {
  const { rows } = await db.query('select from resources where workspace_id = $1 offset $2 limit 1', [
    workspaceId,
    number - 1,
  ]);
  return rows.length > 0;
}

export async function isRegistered(db: Queryable, { workspaceId, type, id }: Resource): Promise<boolean> {
  const { rowCount } = await db.query('select from resources where workspace_id = $1 and type = $2 and id = $3', [
    workspaceId,
    type,
    id,
  ]);
  return rowCount === 1;
}

/**
 * Inserts a resource; a known resource stays where it is. A new one gets the next operation number, so that earlier
 * operations do not apply to it.
 */
export async function insertResource(
  tx: Queryable,
  { workspaceId, type, id }: Resource,
  projectId: string | undefined,
): Promise<void> {
  await tx.query(
    `insert into resources (workspace_id, type, id, project_id, project_seq)
     values ($1, $2, $3, $4, nextval(pg_get_serial_sequence('operations', 'seq'))) on conflict do nothing`,
    [workspaceId, type, id, projectId],
  );
}

export async function removeResource(db: Queryable, { workspaceId, type, id }: Resource): Promise<void> {
  await db.query('delete from resources where workspace_id = $1 and type = $2 and id = $3', [workspaceId, type, id]);
}
