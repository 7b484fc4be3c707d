import type { Queryable } from '@rotamer/kit/db/db.ts';
import { countMembers, type MemberChange, type Place } from '@rotamer/kit/membership/places.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import { publishRun } from '../commands/publishRun.ts';

/** The tables of the resources that are members of projects. */
export type HeldTable = 'workflows' | 'runs';

export const HELD = [
  { table: 'workflows', type: ResourceType.WORKFLOW, prefix: 'wf' },
  { table: 'runs', type: ResourceType.WORKFLOW_RUN, prefix: 'run' },
] as const;

/** A project of a workspace. */
export interface ProjectRef {
  workspaceId: string;
  projectId: string;
}

/** A workflow or a run, and the project that it is in. */
export interface HeldRow {
  id: string;
  workspaceId: string;
  projectId?: string;
}

/**
 * Counts membership changes of one type. These must be the last statements of a transaction, as with the kit's `countMembers`, whose errors
 * it throws.
 */
export async function countHeld(
  tx: Queryable,
  table: HeldTable,
  changes: MemberChange[],
  place?: Place,
): Promise<void> {
  await countMembers(tx, changes, place);
  if (table !== 'workflows') return;
  // `countMembers` has locked the rows of the projects.
  await tx.query(
    `update projects p set workflows = p.workflows + c.members
     from (
       select workspace_id, id, sum(members) as members from unnest($1::text[], $2::text[], $3::bigint[]) as c (workspace_id, id, members)
       where id is not null group by workspace_id, id
     ) c
     where (p.workspace_id, p.id) = (c.workspace_id, c.id)`,
    [
      changes.map(({ workspaceId }) => workspaceId),
      changes.map(({ projectId }) => projectId ?? null),
      changes.map(({ members }) => members),
    ],
  );
}

/** Locks those of the rows that belong to the workspace and that no later operation has moved. In the order of their ids. */
export async function lockMovable(
  tx: Queryable,
  table: HeldTable,
  { ids, workspaceId, seq }: { ids: string[]; workspaceId: string; seq: number },
): Promise<HeldRow[]> {
  const { rows } = await tx.query(
    `select id, workspace_id, project_id from ${table}
     where id = any($1) and workspace_id = $2 and project_seq < $3 order by id for update`,
    [ids, workspaceId, seq],
  );
  return rows.map(toHeld);
}

/** Locks some members of a project, in the order of their ids. */
export async function lockSome(
  tx: Queryable,
  table: HeldTable,
  { workspaceId, projectId }: ProjectRef,
  limit: number,
): Promise<HeldRow[]> {
  const { rows } = await tx.query(
    `select id, workspace_id, project_id from ${table}
     where project_id = $1 and workspace_id = $2 order by id limit $3 for update`,
    [projectId, workspaceId, limit],
  );
  return rows.map(toHeld);
}

/**
 * Moves locked rows to the project of an operation, and publishes an event for each run. A run continues unchanged; jobs that it starts
 * from now on belong to the new project.
 */
export async function moveHeld(
  tx: Queryable,
  table: HeldTable,
  rows: HeldRow[],
  { place, seq, now }: { place: Place; seq: number; now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(`update ${table} set project_id = $2, project_seq = greatest(project_seq, $3) where id = any($1)`, [
    rows.map(({ id }) => id),
    place.projectId ?? null,
    seq,
  ]);
  if (table === 'runs') for (const { id } of rows) await publishRun(tx, { runId: id, traceparent: '' }, 'MOVED', now);
  const left = rows.map(({ workspaceId, projectId }) => ({ workspaceId, projectId, members: -1 }));
  const entered = rows.map(({ workspaceId }) => ({ workspaceId, projectId: place.projectId, members: 1 }));
  await countHeld(tx, table, [...left, ...entered], place);
}

/** Returns whether a project contains a workflow or a run. */
export async function hasMembers(db: Queryable, { workspaceId, projectId }: ProjectRef): Promise<boolean> {
  const { rows } = await db.query(
    `select exists (select from workflows where project_id = $1 and workspace_id = $2)
       or exists (select from runs where project_id = $1 and workspace_id = $2) as has`,
    [projectId, workspaceId],
  );
  return rows[0].has;
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
export function toHeld(row: any): HeldRow {
  return { id: row.id, workspaceId: row.workspace_id, projectId: row.project_id ?? undefined };
}
