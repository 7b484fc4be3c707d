import type { Queryable } from '@rotamer/kit/db/db.ts';

/** How long a link signs in, in seconds. */
export const LINK_SECONDS = 15 * 60;

/** How many links may be asked for in an hour. */
export interface LinkLimits {
  /** By one IPv4 address, or one /64 of IPv6. */
  perAddress: number;
  /** For one mailbox; further requests are answered alike and send no mail. */
  perMailbox: number;
  /** With a mail, by everybody together. */
  inAll: number;
}

export interface LinkRequest {
  id: string;
  email: string;
  address: string;
  next: string;
  now: Date;
}

/** Records a request and queues its mail. Returns false when the asking address has used its share. */
export async function requestLink(db: Queryable, request: LinkRequest, limits: LinkLimits): Promise<boolean> {
  const { id, email, address, next, now } = request;
  const { rows } = await db.query('select request_login_link($1, $2, $3, $4, $5, $6, $7, $8, $9) as accepted', [
    ...[id, email, address, next, now, LINK_SECONDS],
    ...[limits.perAddress, limits.perMailbox, limits.inAll],
  ]);
  return rows[0].accepted;
}

/** Returns the mailbox of a link that still signs in. Uses nothing up: programs that scan mails open links too. */
export async function readLink(db: Queryable, id: string, now: Date): Promise<{ email: string } | undefined> {
  const { rows } = await db.query(
    'select email from login_links where id = $1 and user_id is not null and used_at is null and expires_at > $2',
    [id, now],
  );
  return rows[0];
}

/** Uses a link up, once. Returns who signs in; undefined for a link that was used or is over. */
export async function useLink(
  db: Queryable,
  id: string,
  now: Date,
): Promise<{ userId: string; next: string } | undefined> {
  const { rows } = await db.query(
    `update login_links set used_at = $2
     where id = $1 and user_id is not null and used_at is null and expires_at > $2
     returning user_id, next`,
    [id, now],
  );
  return rows[0] && { userId: rows[0].user_id, next: rows[0].next };
}

/** Returns whom a link would sign in, also one that is over; undefined for an address without an account. */
export async function ownerOf(db: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await db.query('select user_id from login_links where id = $1', [id]);
  return rows[0]?.user_id ?? undefined;
}

/** Deletes requests that no limit counts any more. */
export async function purgeLinks(db: Queryable): Promise<void> {
  await db.query(`delete from login_links where created_at < now() - interval '1 day'`);
}
