import type { Queryable } from '@rotamer/kit/db/db.ts';

/** Sent when someone was invited. */
export const MAILS_SIGNAL = 'mails';

/** A mail that is to be sent. */
export interface DueMail {
  shareId: string;
  jobId: string;
  email: string;
  tool: string;
  jobName?: string;
  /** Number of failed attempts to send the mail. */
  attempts: number;
}

export async function dueMails(db: Queryable, limit: number): Promise<DueMail[]> {
  const { rows } = await db.query(
    `select m.share_id, m.attempts, s.email, j.id, j.tool, j.name
     from share_mails m join job_shares s on s.id = m.share_id join jobs j on j.id = s.job_id
     where m.next_attempt_at <= now()
     order by m.next_attempt_at limit $1`,
    [limit],
  );
  return rows.map((row) => ({
    shareId: row.share_id,
    jobId: row.id,
    email: row.email,
    tool: row.tool,
    jobName: row.name ?? undefined,
    attempts: row.attempts,
  }));
}

/** Deletes a mail that was sent or permanently rejected. */
export async function endMail(db: Queryable, shareId: string): Promise<void> {
  await db.query('delete from share_mails where share_id = $1', [shareId]);
}

export async function postponeMail(db: Queryable, shareId: string, seconds: number): Promise<void> {
  await db.query(
    `update share_mails set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
     where share_id = $1`,
    [shareId, seconds],
  );
}

/** Deletes the counts of mails for days whose quotas have ended. */
export async function purgeMailDays(db: Queryable): Promise<void> {
  await db.query(`delete from invitation_mails where day < (now() at time zone 'UTC')::date - 1`);
}

/** Deletes mails that could not be sent for three days. Returns their number. */
export async function purgeMails(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`delete from share_mails where created_at < now() - interval '3 days'`);
  return rowCount ?? 0;
}
