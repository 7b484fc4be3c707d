import { workspacesWith } from '@rotamer/kit/work/workspacesWith.ts';

/**
 * The beginning of a statement that takes children of every workspace in turn: a CTE `due` with the keys of those for which
 * `condition` holds, the first of each workspace in the order of `try_at`, each with its `turn`. Workspaces in `$1` are left
 * out; `limit` bounds what is looked at of each of the others. The children are `c`; an index by workspace and `try_at` serves it.
 */
export function dueInTurns(condition: string, limit: number): string {
  const free = `${condition} and c.workspace_id <> all($1)`;
  return `with recursive ${workspacesWith('children', 'c', free)}, due as (
      select d.*, row_number() over (partition by d.workspace_id order by d.try_at, d.attempt_id, d.node_id, d.n) as turn
      from workspaces w cross join lateral (
        select c.workspace_id, c.try_at, c.attempt_id, c.node_id, c.n, c.submitted, c.refused
        from children c where c.workspace_id = w.id and ${free} order by c.try_at limit ${limit}
      ) d
    )`;
}

/** The condition that joins the rows of `due`, as `d`, with their children, as `c`. */
export const SAME_CHILD = '(c.attempt_id, c.node_id, c.n) = (d.attempt_id, d.node_id, d.n)';
