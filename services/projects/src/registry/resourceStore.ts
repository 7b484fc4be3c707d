import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { ResourceType } from '@rotamer/proto/projects/v1/project.ts';

export interface Resource {
  workspaceId: string;
  type: ResourceType;
  id: string;
}

/** Whether the workspace has so many resources of other applications. */
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

/** One that is known stays where it is. A new one has a number of its own: operations from before do not concern it. */
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
