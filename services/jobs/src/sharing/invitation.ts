import { timeOfId } from '@rotamer/kit/ids.ts';
import type { DueMail } from './mailStore.ts';
import type { ShareLinks } from './shareLinks.ts';

/** A complete mail. An invitation always gives the same mail, so that a repeat can be recognised. */
export interface Mail {
  /** Identifies the mail; also the name of its file in the local stack. */
  id: string;
  /** RFC 5322, with its angle brackets. */
  messageId: string;
  date: Date;
  to: string;
  subject: string;
  text: string;
}

/** Returns the mail for an invited person. */
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
      // On one line, so that a job's name cannot add lines to the mail.
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
