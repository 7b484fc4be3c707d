import type { Signals } from '../db/signals.ts';
import type { Logger } from '../process/log.ts';
import type { Loop } from '../process/loop.ts';
import { startElectedLoop } from '../work/startElectedLoop.ts';
import { type Mail, UnsafeMail } from './mail.ts';
import type { Mailer } from './mailer.ts';

/** Sent after a mail was queued. */
export const MAILS_SIGNAL = 'mails';

const INTERVAL_MS = 10_000;
const BATCH = 20;

/** A mail that is to be sent. */
export interface DueMail {
  id: string;
  /** Number of failed attempts to send the mail. */
  attempts: number;
  /** Composes the mail. Its secrets, such as a link that signs in, are stored nowhere. */
  compose(): Mail;
}

/** Where mails wait. A mail is deleted after it was sent. */
export interface MailQueue {
  /** Returns mails that are due, oldest first. */
  due(limit: number): Promise<DueMail[]>;
  /** Deletes a mail that was sent or permanently rejected. */
  end(id: string): Promise<void>;
  /** Counts a failed attempt. The mail is due again after this many seconds. */
  postpone(id: string, seconds: number): Promise<void>;
}

export interface SendDeps {
  queue: MailQueue;
  mailer: Pick<Mailer, 'send'>;
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
  const due = await deps.queue.due(BATCH);
  for (const mail of due) {
    if (signal?.aborted) break;
    await sendMail(deps, mail);
  }
  return due.length;
}

async function sendMail({ queue, mailer, log }: SendDeps, { id, attempts, compose }: DueMail): Promise<void> {
  const failure = await send(mailer, compose);
  if (!failure) return await queue.end(id);
  // The server's text may repeat the address, so only its codes are logged.
  const { code, responseCode } = failure;
  const line = { mail_id: id, attempts: attempts + 1, code, response_code: responseCode };
  if (isFinal(failure)) {
    log.error(failure instanceof UnsafeMail ? { ...line, field: failure.message } : line, 'mail permanently rejected');
    await queue.end(id);
  } else {
    log.warn(line, 'mail not sent; will retry');
    await queue.postpone(id, retryDelaySeconds(attempts));
  }
}

async function send(mailer: Pick<Mailer, 'send'>, compose: () => Mail): Promise<SmtpError | undefined> {
  try {
    await mailer.send(compose());
    return undefined;
  } catch (error) {
    return error as SmtpError;
  }
}

/** An error of nodemailer. */
interface SmtpError {
  code?: string;
  /** Of the server's last reply. */
  responseCode?: number;
  /** The command that the server refused. */
  command?: string;
}

/**
 * Returns whether a mail can never be sent: it is unsafe, or the server rejected it permanently, with a 5yz reply to the
 * address or the message (RFC 5321, 4.2.1). A refused connection, login or sender is not permanent, because an operator can repair
 * it (OpenSMTPD/OpenSMTPD#64).
 */
function isFinal(failure: SmtpError): boolean {
  const { command = '', responseCode = 0 } = failure;
  return failure instanceof UnsafeMail || (['RCPT TO', 'DATA'].includes(command) && responseCode >= 500);
}

/** Returns the delay before the next attempt in seconds: one minute, doubled with each attempt, at most an hour. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(3_600, 60 * 2 ** Math.min(attempts, 10));
}
