import type { Queryable } from '@rotamer/kit/db/db.ts';

/** A user by name and address. */
export interface Person {
  email: string;
  name?: string;
}

/** Returns users by id, also those who are members no more. */
export async function readPeople(db: Queryable, userIds: readonly string[]): Promise<Map<string, Person>> {
  const { rows } = await db.query('select id, email, name from users where id = any($1)', [userIds]);
  return new Map(rows.map(({ id, email, name }) => [id, { email, name: name ?? undefined }]));
}

/** Returns the addresses of users, also of those who are members no more. */
export async function readEmails(db: Queryable, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query('select id, email from users where id = any($1)', [userIds]);
  return new Map(rows.map(({ id, email }) => [id, email]));
}
