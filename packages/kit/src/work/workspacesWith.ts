/**
 * The body of a recursive CTE `workspaces (id)`: each workspace that has rows for which `condition` holds, and then null. It hops
 * from one to the next on an index that begins with `workspace_id`, and costs the same however many rows of each there are. The
 * table's rows are `alias` in the condition; all of it comes from the code, never from user input.
 */
export function workspacesWith(table: string, alias: string, condition = 'true'): string {
  const next = `select ${alias}.workspace_id as id from ${table} ${alias} where ${condition}`;
  const first = `order by ${alias}.workspace_id limit 1`;
  return `workspaces as (
      (${next} ${first})
      union all
      select (${next} and ${alias}.workspace_id > w.id ${first}) from workspaces w where w.id is not null
    )`;
}
