import type { Queryable } from './db.ts';

/** Rows of one statement, which must end well within the statement timeout. */
const BATCH = 10_000;

/**
 * Deletes the rows of a table for which a condition holds, in portions: whatever has piled up, each statement is short. Rows that
 * somebody has locked are left for the next time, so that nobody waits for this and it waits for nobody. Answers how many went.
 */
export async function deleteRows(
  db: Queryable,
  table: string,
  condition: string,
  values: unknown[] = [],
  batch = BATCH,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const { rowCount } = await db.query(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table} where ${condition} limit ${batch} for update skip locked
       ))`,
      values,
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) return deleted;
  }
}
