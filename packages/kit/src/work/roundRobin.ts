/** Rows that are due, and their shares. All texts are SQL from the code, never from user input. */
export interface DueRows {
  table: string;
  /** The name of the table in the conditions. */
  alias: string;
  /** The column whose values take turns; by default `workspace_id`. What is said of workspaces then holds for them. */
  by?: string;
  /** The columns of `due`, besides `by`. */
  columns: readonly string[];
  /** Which rows wait. An index on `workspace_id` and `orderBy` of these rows serves the query. */
  waiting?: string;
  /** Which waiting rows are due; by default all. */
  due?: string;
  /** The order in a workspace: a column of the index. */
  orderBy: string;
  /** The order of rows that are equal in `orderBy`. */
  thenBy: readonly string[];
  /** The most rows of one workspace. */
  share: number | string;
  /** Locks the rows, of at most this many workspaces, and takes later rows in place of those that others have locked. */
  lockOf?: { workspaces: string; busy: string };
}

/**
 * Returns the beginning of a statement that takes due rows of a table in round-robin order over the workspaces: a CTE `due` with
 * the first rows of each workspace, numbered from 1 in `turn`. `order by turn, <orderBy> limit n` then takes one row of each
 * workspace, a second one of each, and so on.
 *
 * The query jumps from one workspace to the next on the index and reads at most `share` rows of each, so its cost does not
 * depend on the number of waiting rows.
 *
 * This is how loops are fair to workspaces in SQL. In memory it is `batching/fairQueue.ts`. Three kinds of queries differ, for
 * a reason:
 * - `claim_jobs` of jobs: running jobs count as turns taken, and a queue is that of a workspace and a tool.
 * - `takeOperations` and `takeDeletions` of projects: whether a row is due depends on earlier rows of its workspace, and a
 *   workspace has at most a thousand. They number all due rows.
 * - `evaluateNodes` of workflows: a node has no `workspace_id`, and few nodes are evaluated at a time. It numbers all of them.
 */
export function roundRobin(rows: DueRows): string {
  const { alias, by = 'workspace_id', waiting = 'true', due = 'true', orderBy, lockOf } = rows;
  const isDue = `${alias}.${by} = w.id and ${waiting} and ${due}`;
  const from = `from ${rows.table} ${alias} where ${isDue} order by ${alias}.${orderBy}`;
  const columns = [by, ...rows.columns].map((column) => `${alias}.${column}`);
  const order = [orderBy, ...rows.thenBy].map((column) => `d.${column}`);
  const firstOnes = `first as (
      select w.id from workspaces w cross join lateral (select ${alias}.${orderBy} ${from} limit 1) d
      where w.id <> all(${lockOf?.busy}) order by d.${orderBy} limit ${lockOf?.workspaces}
    ), `;
  return `with recursive ${workspacesWith(rows.table, `${alias}.${by}`, alias, waiting)}, ${lockOf ? firstOnes : ''}due as ${lockOf ? 'materialized ' : ''}(
      select d.*, row_number() over (partition by d.${by} order by ${order}) as turn
      from ${lockOf ? 'first' : 'workspaces'} w cross join lateral (
        select ${columns} ${from} limit ${rows.share} ${lockOf ? 'for update skip locked' : ''}
      ) d
    )`;
}

/** Returns the body of a recursive CTE `workspaces (id)`: each workspace with rows that match the condition, and then null. */
function workspacesWith(table: string, column: string, alias: string, condition: string): string {
  const next = `select ${column} as id from ${table} ${alias} where ${condition}`;
  const first = `order by ${column} limit 1`;
  return `workspaces as (
      (${next} ${first})
      union all
      select (${next} and ${column} > w.id ${first}) from workspaces w where w.id is not null
    )`;
}
