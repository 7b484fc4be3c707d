import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { MailQueue } from '@rotamer/kit/mail/sendMails.ts';
import { invitationMail } from './invitation.ts';
import type { ShareLinks } from './shareLinks.ts';

/** Returns the queue of the mails of invitations. A mail is deleted with its invitation, and waits while sharing has ended. */
export function shareMails(db: Queryable, links: ShareLinks): MailQueue {
  return {
    async due(limit) {
      const { rows } = await db.query(
        `select m.share_id, m.attempts, s.email, j.id, j.tool, j.name, j.share_expires_at
         from share_mails m join job_shares s on s.id = m.share_id join jobs j on j.id = s.job_id
         where m.next_attempt_at <= now() and (j.share_expires_at is null or j.share_expires_at > now())
         order by m.next_attempt_at limit $1`,
        [limit],
      );
      return rows.map(({ share_id: shareId, attempts, email, id: jobId, tool, name, share_expires_at }) => ({
        id: shareId,
        attempts,
        compose: () => {
          const [jobName, expiresAt] = [name ?? undefined, share_expires_at ?? undefined];
          return invitationMail({ shareId, jobId, email, tool, jobName, expiresAt }, links);
        },
      }));
    },
    async end(id) {
      await db.query('delete from share_mails where share_id = $1', [id]);
    },
    async postpone(id, seconds) {
      await db.query(
        `update share_mails set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
         where share_id = $1`,
        [id, seconds],
      );
    },
  };
}

/** Deletes the counts of mails for days whose quotas have ended. */
export async function purgeMailDays(db: Queryable): Promise<void> {
  await db.query(`delete from invitation_mails where day < (now() at time zone 'UTC')::date - 1`);
}

/** Deletes mails that could not be sent for three days. Returns their number. */
export async function purgeShareMails(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`delete from share_mails where created_at < now() - interval '3 days'`);
  return rowCount ?? 0;
}
