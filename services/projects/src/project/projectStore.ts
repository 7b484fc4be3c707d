import type { Queryable } from '@rotamer/kit/db/db.ts';
import { isId } from '@rotamer/kit/ids.ts';
import type { NamedProject } from '@rotamer/proto/projects/v1/projects.ts';
import type { Project } from './project.ts';

const COLUMNS = 'id, workspace_id, name, description, created_at, updated_at, version, closed';

export async function readProject(db: Queryable, id: string, workspaceId: string): Promise<Project | undefined> {
  if (!isId('proj', id)) return undefined;
  const { rows } = await db.query(`select ${COLUMNS} from projects where id = $1 and workspace_id = $2`, [
    id,
    workspaceId,
  ]);
  return rows[0] && toProject(rows[0]);
}

/** Locks a project until the transaction ends, so that it is neither changed nor closed meanwhile. */
export async function lockProject(tx: Queryable, id: string, workspaceId: string): Promise<Project | undefined> {
  if (!isId('proj', id)) return undefined;
  const { rows } = await tx.query(`select ${COLUMNS} from projects where id = $1 and workspace_id = $2 for update`, [
    id,
    workspaceId,
  ]);
  return rows[0] && toProject(rows[0]);
}

/** Lists projects newest first; only those older than `beforeId`, unless that is empty. */
export async function listProjects(
  db: Queryable,
  { workspaceId, beforeId, limit }: { workspaceId: string; beforeId: string; limit: number },
): Promise<Project[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} from projects where workspace_id = $1 and ($2 = '' or id collate "C" < $2)
     order by id collate "C" desc limit $3`,
    [workspaceId, beforeId, limit],
  );
  return rows.map(toProject);
}

export async function countProjects(db: Queryable, workspaceId: string): Promise<number> {
  const { rows } = await db.query('select count(*) as n from projects where workspace_id = $1', [workspaceId]);
  return rows[0].n;
}

export async function insertProject(tx: Queryable, project: Project): Promise<void> {
  await tx.query(
    `insert into projects (id, workspace_id, name, description, created_at, updated_at, version, closed)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      project.id,
      project.workspaceId,
      project.name,
      project.description,
      project.createdAt,
      project.updatedAt,
      project.version,
      project.closed,
    ],
  );
}

export async function saveProject(tx: Queryable, project: Project): Promise<void> {
  await tx.query(
    `update projects set name = $3, description = $4, updated_at = $5, version = $6, closed = $7
     where id = $1 and workspace_id = $2`,
    [
      project.id,
      project.workspaceId,
      project.name,
      project.description,
      project.updatedAt,
      project.version,
      project.closed,
    ],
  );
}

/** Deletes a project, and keeps its name for reports about what was charged in it. */
export async function removeProject(tx: Queryable, { id, workspaceId }: Project): Promise<void> {
  await tx.query(
    `with gone as (delete from projects where id = $1 and workspace_id = $2 returning id, workspace_id, name)
     insert into former_projects (id, workspace_id, name) select * from gone on conflict do nothing`,
    [id, workspaceId],
  );
}

/** Returns the names of projects of a workspace, also of deleted ones. */
export async function readNames(db: Queryable, workspaceId: string, ids: readonly string[]): Promise<NamedProject[]> {
  const { rows } = await db.query(
    `select id, name, false as deleted from projects where id = any($2) and workspace_id = $1
     union all
     select id, name, true from former_projects where id = any($2) and workspace_id = $1`,
    [workspaceId, ids],
  );
  return rows;
}

// biome-ignore lint/suspicious/noExplicitAny: a row of projects
function toProject(row: any): Project {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    description: row.description ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
    closed: row.closed,
  };
}
