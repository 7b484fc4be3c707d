import { type Member, type Memberships, memberships, type ProjectRef } from '@rotamer/domain/membership/memberships.ts';
import { countMembers, type MemberChange, type Place } from '@rotamer/domain/membership/places.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import { publishRun } from '../commands/publishRun.ts';

/** The tables of the resources that are members of projects. */
export type HeldTable = 'workflows' | 'runs';

export const HELD = [
  { table: 'workflows', type: ResourceType.WORKFLOW, prefix: 'wf' },
  { table: 'runs', type: ResourceType.WORKFLOW_RUN, prefix: 'run' },
] as const;

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

const columns = 'id, workspace_id, project_id';

/** The queries of each table. */
export const held: Record<HeldTable, Memberships<Member>> = {
  workflows: memberships({ table: 'workflows', columns, read: toHeld }),
  runs: memberships({ table: 'runs', columns, read: toHeld }),
};

/**
 * Moves locked rows to the project of an operation, and publishes an event for each run. A run continues unchanged; jobs that it starts
 * from now on belong to the new project.
 */
export async function moveHeld(
  tx: Queryable,
  table: HeldTable,
  rows: Member[],
  { place, seq, now }: { place: Place; seq: number; now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  const changes = await held[table].move(tx, rows, place, seq);
  if (table === 'runs') for (const { id } of rows) await publishRun(tx, { runId: id, traceparent: '' }, 'MOVED', now);
  await countHeld(tx, table, changes, place);
}

/** Returns whether a project contains a workflow or a run. */
export async function hasHeld(db: Queryable, project: ProjectRef): Promise<boolean> {
  return (await held.workflows.hasSome(db, project)) || (await held.runs.hasSome(db, project));
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
export function toHeld(row: any): Member {
  return { id: row.id, workspaceId: row.workspace_id, projectId: row.project_id ?? undefined };
}
