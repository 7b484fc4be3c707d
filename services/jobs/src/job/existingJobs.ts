import type { Queryable } from '@rotamer/kit/db/db.ts';

/** Returns the ids among these that belong to a job, in any workspace. */
export async function existingJobs(db: Queryable, ids: string[]): Promise<Set<string>> {
  const { rows } = await db.query('select id from jobs where id = any($1)', [ids]);
  return new Set(rows.map(({ id }) => id));
}
