import { timeOfId } from '@rotamer/kit/ids.ts';
import type { Mail } from '@rotamer/kit/mail/mail.ts';
import type { QueuedMail } from '@rotamer/kit/mail/mailTable.ts';
import { shownLine } from '@rotamer/kit/shownText.ts';

/** Most characters of a line made from a name that a person chose. */
const MAX_NAME = 120;

/** Returns the mail of a row of the queue, with these lines as its text. */
export function plainMail(
  { id, to }: QueuedMail,
  publicUrl: string,
  { subject, lines, unsubscribe }: { subject: string; lines: string[]; unsubscribe?: string },
): Mail {
  return {
    ...{ id, to, subject, unsubscribe },
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    date: timeOfId(id),
    text: [...lines, ''].join('\n'),
  };
}

/** Returns a name that a person chose as part of one line of a mail or its subject. */
export function nameInMail(name: unknown): string {
  return shownLine(String(name ?? ''), MAX_NAME).trim();
}
