import { roundRobin } from '@rotamer/kit/work/roundRobin.ts';

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
