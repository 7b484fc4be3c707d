import { workspacesWith } from '@rotamer/kit/work/workspacesWith.ts';

/**
 * Returns the beginning of a statement that takes children in round-robin order over the workspaces: a CTE `due` with the keys of children
 * for which `condition` holds. Of each workspace it has the first `limit` by `try_at`; `turn` numbers them from 1. Workspaces in `$1` are
 * left out. In `condition` the children are `c`. An index on workspace and `try_at` serves the query.
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
