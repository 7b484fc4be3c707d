import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { DueChild } from '../work/jobRequests.ts';

/** Children of one node whose turn it is. */
export interface DueGroup {
  attemptId: string;
  nodeId: string;
  revisionId: string;
  traceparent: string;
  /** The budget that caps the attempt. */
  budgetId?: string;
  run: { workspaceId: string; createdBy: string; role: string; name: string };
  /** In the order of their numbers. */
  children: (DueChild & { wasSubmitted: boolean })[];
}

/** How long a claim is good: longer than a submission may take. */
const CLAIM = '30 seconds';

/** When a child is tried again that jobs had no place for. */
const REFUSED_AGAIN = '5 seconds';

/** Most refused children of a workspace that are tried in one pass: each costs jobs and billing a hold and its release. */
const REFUSED_AT_ONCE = 4;

/**
 * Claims children that are to be submitted or given up: one of each workspace in turn, the oldest first. While an attempt is
 * paused only those that are not wanted any more.
 */
export async function claimDue(db: Queryable, limit: number): Promise<DueGroup[]> {
  const { rows } = await db.query(
    `with due as (
       select c.attempt_id, c.node_id, c.n, c.submitted,
         row_number() over (partition by c.workspace_id order by c.try_at, c.attempt_id, c.node_id, c.n) as turn,
         c.refused and row_number() over (partition by c.workspace_id, c.refused order by c.try_at, c.n) > ${REFUSED_AT_ONCE} as crowded
       from children c join attempts a on a.id = c.attempt_id
       where c.state = 'LAUNCHING' and c.try_at <= now() and (c.stop or a.status = 'RUNNING')
     ), claimed as (
       select d.attempt_id, d.node_id, d.n, d.submitted from due d
       join children c on (c.attempt_id, c.node_id, c.n) = (d.attempt_id, d.node_id, d.n)
         and c.state = 'LAUNCHING' and c.try_at <= now()
       where not d.crowded order by d.turn limit $1 for update of c skip locked
     ), marked as (
       update children c set submitted = c.submitted or not c.stop, try_at = now() + interval '${CLAIM}'
       from claimed d where (c.attempt_id, c.node_id, c.n) = (d.attempt_id, d.node_id, d.n)
       returning c.attempt_id, c.node_id, c.n, c.item_id, c.project_id, c.stop, d.submitted as was_submitted
     )
     select m.*, a.revision_id, a.traceparent, a.budget_id, r.workspace_id, r.created_by, r.role, coalesce(r.name, w.name) as name
     from marked m join attempts a on a.id = m.attempt_id join runs r on r.id = a.run_id join workflows w on w.id = r.workflow_id
     order by m.attempt_id, m.node_id, m.n`,
    [limit],
  );
  const groups = new Map<string, DueGroup>();
  for (const row of rows) {
    const key = `${row.attempt_id}/${row.node_id}`;
    const group: DueGroup = groups.get(key) ?? {
      attemptId: row.attempt_id,
      nodeId: row.node_id,
      revisionId: row.revision_id,
      traceparent: row.traceparent,
      budgetId: row.budget_id ?? undefined,
      run: { workspaceId: row.workspace_id, createdBy: row.created_by, role: row.role, name: row.name },
      children: [],
    };
    groups.set(key, group);
    group.children.push({
      attemptId: row.attempt_id,
      nodeId: row.node_id,
      n: row.n,
      itemId: row.item_id ?? undefined,
      projectId: row.project_id ?? undefined,
      stop: row.stop,
      wasSubmitted: row.was_submitted,
    });
  }
  return [...groups.values()];
}

/** Jobs had no place for them, or could not answer. */
export async function deferChildren(
  tx: Queryable,
  attemptId: string,
  nodeId: string,
  children: { n: number }[],
): Promise<void> {
  if (children.length === 0) return;
  await tx.query(
    `update children set refused = true, try_at = now() + interval '${REFUSED_AGAIN}'
     where attempt_id = $1 and node_id = $2 and n = any($3) and state = 'LAUNCHING'`,
    [attemptId, nodeId, children.map(({ n }) => n)],
  );
}

/** Jobs has refused them, so it does not have them. */
export async function noteRefused(
  tx: Queryable,
  attemptId: string,
  nodeId: string,
  children: { n: number }[],
): Promise<void> {
  if (children.length === 0) return;
  await tx.query(
    `update children set submitted = false
     where attempt_id = $1 and node_id = $2 and n = any($3) and state = 'LAUNCHING'`,
    [attemptId, nodeId, children.map(({ n }) => n)],
  );
}

/** A job of the workspace has ended, so there may be a place for the oldest child that jobs had none for. */
export async function wakeRefused(db: Queryable, workspaceId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update children set try_at = now()
     where (attempt_id, node_id, n) = (
       select attempt_id, node_id, n from children
       where workspace_id = $1 and state = 'LAUNCHING' and refused and try_at > now()
       order by try_at, n limit 1 for update skip locked
     )`,
    [workspaceId],
  );
  return rowCount === 1;
}
