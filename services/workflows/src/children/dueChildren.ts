import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { due } from '@rotamer/kit/work/failedWork.ts';
import { ACTOR_COLUMNS, ACTOR_TABLES, type Actor, toActor } from '../runs/actor.ts';
import { dueInTurns, SAME_CHILD } from './inTurns.ts';

/** A child whose turn it is. */
export interface DueChild {
  attemptId: string;
  nodeId: string;
  n: number;
  itemId?: string;
  projectId?: string;
  /** Jobs may have it already. */
  submitted: boolean;
}

/** Children of one node whose turn it is. */
export interface DueGroup {
  workspaceId: string;
  attemptId: string;
  nodeId: string;
  revisionId: string;
  traceparent: string;
  /** By the clock of the database. */
  claimedAt: Date;
  /** The budget that caps the attempt. */
  budgetId?: string;
  run: { actor: Actor; name: string };
  /** In the order of their numbers. */
  children: DueChild[];
}

/** How long a claim is good: longer than a submission may take. */
const CLAIM = '30 seconds';

/** When a child is tried again that jobs had no place for. */
const REFUSED_AGAIN = '5 seconds';

/** Most refused children of a workspace that are tried in one pass: each costs jobs and billing a hold and its release. */
const REFUSED_AT_ONCE = 4;

/** The loop that submits children, as operators see it; it works on the children of a node together. */
export const LAUNCH_CHILDREN = 'launch-children';

const WAITING = "c.state = 'LAUNCHING' and not c.stop and c.try_at <= now()";

const DUE = `${WAITING} and exists (select from attempts a where a.id = c.attempt_id and a.status = 'RUNNING')
  and ${due(LAUNCH_CHILDREN, "c.attempt_id || '/' || c.node_id")}`;

/**
 * Claims children that are to be submitted: one of each workspace in turn, the oldest first; of none of the workspaces that are busy, and
 * of no attempt that is paused. They go where their run is by now. From here on jobs may have them, which is noted: whoever stops a
 * child waits for this statement, or this statement leaves the child alone.
 */
export async function claimDue(db: Queryable, limit: number, busy: string[]): Promise<DueGroup[]> {
  const { rows } = await db.query(
    prepared(
      `${dueInTurns(DUE, limit)}, waiting as (
       select d.*,
         d.refused and row_number() over (partition by d.workspace_id, d.refused order by d.try_at, d.n) > ${REFUSED_AT_ONCE} as crowded
       from due d
     ), claimed as (
       select d.attempt_id, d.node_id, d.n, d.submitted from waiting d
       join children c on ${SAME_CHILD} and ${WAITING}
       where not d.crowded order by d.turn, d.try_at limit $2 for update of c skip locked
     ), marked as (
       update children c set submitted = true, try_at = now() + interval '${CLAIM}'
       from claimed d where ${SAME_CHILD}
       returning c.attempt_id, c.node_id, c.n, c.item_id, d.submitted
     )
     select c.*, a.revision_id, a.traceparent, a.budget_id, r.workspace_id, r.project_id, coalesce(r.name, r.workflow_name, w.name) as name,
       now() as claimed_at, ${ACTOR_COLUMNS}
     from marked c join attempts a on a.id = c.attempt_id join runs r on r.id = a.run_id join workflows w on w.id = r.workflow_id
     ${ACTOR_TABLES}
     order by c.attempt_id, c.node_id, c.n`,
      [busy, limit],
    ),
  );
  const groups = new Map<string, DueGroup>();
  for (const row of rows) {
    const key = `${row.attempt_id}/${row.node_id}`;
    const group: DueGroup = groups.get(key) ?? {
      workspaceId: row.workspace_id,
      attemptId: row.attempt_id,
      nodeId: row.node_id,
      revisionId: row.revision_id,
      traceparent: row.traceparent,
      claimedAt: row.claimed_at,
      budgetId: row.budget_id ?? undefined,
      run: { actor: toActor(row), name: row.name },
      children: [],
    };
    groups.set(key, group);
    group.children.push({
      attemptId: row.attempt_id,
      nodeId: row.node_id,
      n: row.n,
      itemId: row.item_id ?? undefined,
      projectId: row.project_id ?? undefined,
      submitted: row.submitted,
    });
  }
  return [...groups.values()];
}

/** Jobs had no place for them, or could not answer. Those that are to be stopped meanwhile do not wait. */
export async function deferChildren(
  tx: Queryable,
  attemptId: string,
  nodeId: string,
  children: { n: number }[],
): Promise<void> {
  if (children.length === 0) return;
  await tx.query(
    `update children set refused = true, try_at = now() + interval '${REFUSED_AGAIN}'
     where attempt_id = $1 and node_id = $2 and n = any($3) and state = 'LAUNCHING' and not stop`,
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

/**
 * Jobs of these workspaces have ended, a workspace named once for each: so there may be places for as many of the oldest
 * children that jobs had none for.
 */
export async function wakeRefused(db: Queryable, workspaceIds: string[]): Promise<boolean> {
  const { rowCount } = await db.query(
    prepared(
      `with ended as (select id, count(*) as places from unnest($1::text[]) as w (id) group by id)
       update children c set try_at = now()
       from ended e cross join lateral (
         select attempt_id, node_id, n from children
         where workspace_id = e.id and state = 'LAUNCHING' and refused and try_at > now()
         order by try_at, n limit e.places for update skip locked
       ) d
       where ${SAME_CHILD}`,
      [workspaceIds],
    ),
  );
  return (rowCount ?? 0) > 0;
}
