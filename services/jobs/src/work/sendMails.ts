import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { startElectedLoop } from '@rotamer/kit/work/startElectedLoop.ts';
import { invitationMail } from '../sharing/invitation.ts';
import type { Mailer } from '../sharing/mailer.ts';
import { type DueMail, dueMails, endMail, MAILS_SIGNAL, postponeMail } from '../sharing/mailStore.ts';
import type { ShareLinks } from '../sharing/shareLinks.ts';

const INTERVAL_MS = 10_000;
const BATCH = 20;

export interface SendDeps {
  db: Db;
  mailer: Pick<Mailer, 'send'>;
  shareLinks: ShareLinks;
  log: Logger;
}

/**
 * Starts the loop that sends due mails; it runs in one process of all replicas at a time. A mail's row is deleted after
 * the mail was sent, so a process that is killed in between repeats that one mail, with the same Message-ID.
 */
export function startMailing({ url, signals, ...deps }: SendDeps & { url: string; signals: Signals }): Loop {
  return startElectedLoop({
    ...{ name: 'send mails', url, lock: 'mails', signals, wokenBy: MAILS_SIGNAL },
    intervalMs: INTERVAL_MS,
    log: deps.log,
    pass: async (signal) => (await sendMails(deps, signal)) === BATCH,
  });
}

/** Runs one pass. Returns how many mails were due. */
export async function sendMails(deps: SendDeps, signal?: AbortSignal): Promise<number> {
  const due = await dueMails(deps.db, BATCH);
  for (const mail of due) {
    if (signal?.aborted) break;
    await sendMail(deps, mail);
  }
  return due.length;
}

async function sendMail({ db, mailer, shareLinks, log }: SendDeps, due: DueMail): Promise<void> {
  const { shareId, attempts } = due;
  const failure = await mailer.send(invitationMail(due, shareLinks)).then(
    () => undefined,
    (error: unknown) => error as SmtpError,
  );
  if (!failure) return await endMail(db, shareId);
  // The server's text may repeat the address, so only its codes are logged.
  const { code, responseCode } = failure;
  const line = { share_id: shareId, attempts: attempts + 1, code, response_code: responseCode };
  if (isFinal(failure)) {
    log.error(line, 'mail permanently rejected');
    await endMail(db, shareId);
  } else {
    log.warn(line, 'mail not sent; will retry');
    await postponeMail(db, shareId, retryDelaySeconds(attempts));
  }
}

/** An error of nodemailer. */
interface SmtpError {
  code?: string;
  /** Of the server's last reply. */
  responseCode?: number;
}

/**
 * Returns whether the server rejected the mail permanently: with a 5yz reply to the address or the message (RFC 5321,
 * 4.2.1). A rejected login is not permanent, because an operator can repair it.
 */
function isFinal({ code, responseCode = 0 }: SmtpError): boolean {
  return code !== 'EAUTH' && responseCode >= 500;
}

/** Returns the delay before the next attempt in seconds: one minute, doubled with each attempt, at most an hour. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(3_600, 60 * 2 ** Math.min(attempts, 10));
}
