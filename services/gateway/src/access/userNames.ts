import type { Queryable } from '@rotamer/kit/db/db.ts';

/** Returns the addresses of users, also of those who are members no more. */
export async function readEmails(db: Queryable, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query('select id, email from users where id = any($1)', [userIds]);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
