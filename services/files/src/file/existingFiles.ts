import type { Queryable } from '@rotamer/kit/db/db.ts';

/** Returns the ids among these that belong to a file or to an upload in progress, in any workspace. */
export async function existingFiles(db: Queryable, ids: string[]): Promise<Set<string>> {
  const { rows } = await db.query(
    'select id from files where id = any($1) union all select id from uploads where id = any($1)',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
