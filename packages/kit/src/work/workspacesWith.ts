/**
 * Returns the body of a recursive CTE `workspaces (id)`: each workspace with rows that match `condition`, and then null. The
 * CTE jumps from one workspace to the next on an index that begins with `workspace_id`. Its cost does not depend on the
 * number of rows of each workspace. `alias` names the table in the condition. All arguments come from the code, never from
 * user input.
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
