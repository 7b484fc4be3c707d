import { timeOfId } from '../ids.ts';
import { shownLine } from '../shownText.ts';
import type { Mail } from './mail.ts';
import type { QueuedMail } from './mailTable.ts';

/** Most characters of a line made from a name that a person chose. */
const MAX_NAME = 120;

/** Returns the mail of a row of the queue, with these lines as its text. */
export function plainMail(
  { id, to }: QueuedMail,
  publicUrl: string,
  { subject, lines }: { subject: string; lines: string[] },
): Mail {
  return {
    ...{ id, to, subject },
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    date: timeOfId(id),
    text: [...lines, ''].join('\n'),
  };
}

/** Returns a name that a person chose as part of one line of a mail or its subject. */
export function nameInMail(name: unknown): string {
  return shownLine(String(name ?? ''), MAX_NAME).trim();
}
