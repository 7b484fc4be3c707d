import type { Queryable } from '../db/db.ts';
import { Fault } from '../errors/fault.ts';
import { isMailAddress, type Mail } from './mail.ts';
import type { MailQueue } from './sendMails.ts';

/** A mail that waits in a service's table `mails`. */
export interface QueuedMail {
  /** An id of `newId`, whose time is the mail's date. A second mail with the same id is not queued. */
  id: string;
  /** The name of the template that composes the mail. */
  template: string;
  /** The address of one recipient. */
  to: string;
  /** What the template needs, without secrets. */
  data: Record<string, unknown>;
}

/** Composes a mail from its row. The same row always gives the same mail. */
export type MailTemplate = (mail: QueuedMail) => Mail;

/**
 * Queues a mail in the transaction of the change that it reports; send `MAILS_SIGNAL` after the commit. A mail that was not
 * sent after `keepSeconds` is dropped. Returns false when a mail with this id was queued before and still waits.
 *
 * @throws validation_error when the recipient is not one mail address
 */
export async function queueMail(db: Queryable, mail: QueuedMail, keepSeconds = THREE_DAYS): Promise<boolean> {
  if (!isMailAddress(mail.to)) throw new Fault('validation_error', 'The recipient is not an e-mail address.');
  const { rowCount } = await db.query(
    `insert into mails (id, template, recipient, data, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5)) on conflict (id) do nothing`,
    [mail.id, mail.template, mail.to, JSON.stringify(mail.data), keepSeconds],
  );
  return rowCount === 1;
}

const THREE_DAYS = 3 * 24 * 60 * 60;

/** Returns the queue of a service with a table `mails`. */
export function mailTable(db: Queryable, templates: Readonly<Record<string, MailTemplate>>): MailQueue {
  return {
    async due(limit) {
      const { rows } = await db.query(
        `select id, template, recipient, data, attempts from mails
         where next_attempt_at <= now() and expires_at > now() order by next_attempt_at limit $1`,
        [limit],
      );
      return rows.map(({ id, template, recipient: to, data, attempts }) => ({
        id,
        attempts,
        // A template that is unknown belongs to a newer release: the mail waits for a process of that release.
        compose: () => templates[template]!({ id, template, to, data }),
      }));
    },
    async end(id) {
      await db.query('delete from mails where id = $1', [id]);
    },
    async postpone(id, seconds) {
      await db.query(
        `update mails set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2) where id = $1`,
        [id, seconds],
      );
    },
  };
}

/** Deletes mails whose time is over. Returns the number of those that could not be sent. */
export async function purgeMails(db: Queryable): Promise<number> {
  const { rows } = await db.query('delete from mails where expires_at <= now() returning attempts');
  return rows.filter(({ attempts }) => attempts > 0).length;
}
