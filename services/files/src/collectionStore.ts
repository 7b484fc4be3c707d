import type { Queryable } from '@rotamer/kit/db/db.ts';

export interface Collection {
  id: string;
  name: string;
}

/** Returns the collections of the workspace that have one of these ids. */
export async function readCollections(db: Queryable, ids: string[], workspaceId: string): Promise<Collection[]> {
  const { rows } = await db.query(
    'select id, name from collections where id = any($1) and workspace_id = $2 order by id',
    [ids, workspaceId],
  );
  return rows.map(({ id, name }) => ({ id, name }));
}

/** Inserts a collection. Returns false when the workspace already has a collection with this name. */
export async function insertCollection(db: Queryable, { id, name }: Collection, workspaceId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into collections (id, workspace_id, name) values ($1, $2, $3) on conflict (workspace_id, name) do nothing',
    [id, workspaceId, name],
  );
  return rowCount === 1;
}
