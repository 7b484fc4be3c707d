import type { Queryable } from '@rotamer/kit/db/db.ts';

/** Which of these files there are or are being uploaded, in whatever workspace. */
export async function existingFiles(db: Queryable, ids: string[]): Promise<Set<string>> {
  const { rows } = await db.query(
    'select id from files where id = any($1) union all select id from uploads where id = any($1)',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}
