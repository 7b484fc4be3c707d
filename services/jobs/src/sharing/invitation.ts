import { timeOfId } from '@rotamer/kit/ids.ts';
import type { DueMail } from './mailStore.ts';
import type { ShareLinks } from './shareLinks.ts';

/** A mail, whole; the same invitation always gives the same one, so that a repeat can be known for one. */
export interface Mail {
  /** Names it everywhere, its file in the local stack too. */
  id: string;
  /** RFC 5322, with its angle brackets. */
  messageId: string;
  date: Date;
  to: string;
  subject: string;
  text: string;
}

/** The mail that an invited person gets. */
export function invitationMail({ shareId, jobId, email, tool, jobName }: DueMail, links: ShareLinks): Mail {
  const link = links.link(jobId, shareId);
  return {
    id: shareId,
    messageId: `<${shareId}@${new URL(link).hostname}>`,
    date: timeOfId(shareId),
    to: email,
    subject: 'A result was shared with you',
    text: [
      `You were invited to view a result of ${tool}:`,
      '',
      // On one line: a name must not be able to write the rest of the mail.
      `    ${jobName?.replace(/\s+/g, ' ') || jobId}`,
      '',
      'Your personal link (no account needed):',
      '',
      link,
      '',
      'Anyone with this link can view the result. If you did not expect this invitation, you can ignore it.',
      '',
    ].join('\n'),
  };
}
