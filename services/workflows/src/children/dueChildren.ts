import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { due } from '@rotamer/kit/work/failedWork.ts';
import { roundRobin } from '@rotamer/kit/work/roundRobin.ts';
import type { Pin } from '../datasets/pins.ts';
import { ACTOR_COLUMNS, ACTOR_TABLES, type Actor, toActor } from '../runs/actor.ts';

/**
 * Returns the beginning of a statement that takes children in round-robin order over the workspaces: a CTE `due` with the keys of children
 * for which `condition` holds. Of each workspace it has the first `share` by `try_at`. Workspaces in `$1` are left out. In `condition` the
 * children are `c`.
 */
export const dueInTurns = (condition: string, share: number): string =>
  roundRobin({
    table: 'children',
    alias: 'c',
    columns: ['try_at', 'attempt_id', 'node_id', 'n', 'submitted', 'refused'],
    waiting: `${condition} and c.workspace_id <> all($1)`,
    orderBy: 'try_at',
    thenBy: ['attempt_id', 'node_id', 'n'],
    share,
  });

/** The condition that joins the rows of `due`, as `d`, with their children, as `c`. */
export const SAME_CHILD = '(c.attempt_id, c.node_id, c.n) = (d.attempt_id, d.node_id, d.n)';

/** A child that is due for submission. */
export interface DueChild {
  attemptId: string;
  nodeId: string;
  n: number;
  itemId?: string;
  projectId?: string;
  /** Whether jobs may have the child already. */
  submitted: boolean;
}

/** The children of one node that are due for submission. */
export interface DueGroup {
  workspaceId: string;
  attemptId: string;
  nodeId: string;
  revisionId: string;
  traceparent: string;
  /** When the children were claimed, by the clock of the database. */
  claimedAt: Date;
  /** The budget that caps the attempt. */
  budgetId?: string;
  /** The release that the node searches. */
  pin?: Pin;
  run: { id: string; actor: Actor; name: string };
  /** In the order of their numbers. */
  children: DueChild[];
}

/** How long a claim lasts: longer than a submission may take. */
const CLAIM = '30 seconds';

/** How long until a child is tried again that jobs could not accept for now. */
const REFUSED_AGAIN = '5 seconds';

/** Maximum number of refused children of a workspace that one pass tries again: each try costs jobs and billing a hold and its release. */
const REFUSED_AT_ONCE = 4;

/** The name by which operators see the loop that submits children. Its unit of work is the due children of one node. */
export const LAUNCH_CHILDREN = 'launch-children';

const WAITING = "c.state = 'LAUNCHING' and not c.stop and c.try_at <= now()";

const DUE = `${WAITING} and exists (select from attempts a where a.id = c.attempt_id and a.status = 'RUNNING')
  and ${due(LAUNCH_CHILDREN, "c.attempt_id || '/' || c.node_id")}`;

/**
 * Claims children to submit, in round-robin order over the workspaces and oldest first. Skips busy workspaces and attempts that are not
 * running. Each child carries the project that its run is in now. The statement marks the children as submitted, because jobs may have them
 * from here on. A statement that stops such a child at the same time waits for this one, or this one skips the child.
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
     select c.*, a.revision_id, a.traceparent, a.budget_id, r.id as run_id, r.workspace_id, r.project_id, coalesce(r.name, r.workflow_name, w.name) as name,
       r.datasets -> c.node_id as pin, now() as claimed_at, ${ACTOR_COLUMNS}
     from marked c join attempts a on a.id = c.attempt_id join runs r on r.id = a.run_id left join workflows w on w.id = r.workflow_id
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
      pin: row.pin ?? undefined,
      run: { id: row.run_id, actor: toActor(row), name: row.name },
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

/** Makes children wait that jobs had no place for or did not answer for. Children that are to be stopped do not wait. */
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

/** Marks children as not submitted: jobs has refused them, so it does not have them. */
export async function recordRefused(
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
 * Makes refused children due, oldest first: as many in each workspace as it had jobs that ended. `workspaceIds` names a workspace once for
 * each ended job. Returns true if any child became due.
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
