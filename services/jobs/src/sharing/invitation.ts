import { timeOfId } from '@rotamer/kit/ids.ts';
import type { Mail } from '@rotamer/kit/mail/mail.ts';
import type { ShareLinks } from './shareLinks.ts';

/** An invitation to view the result of a job. */
export interface Invitation {
  shareId: string;
  jobId: string;
  email: string;
  tool: string;
  jobName?: string;
  /** When the link stops working. Absent: never. */
  expiresAt?: Date;
}

/** Returns the mail for an invited person. */
export function invitationMail(invitation: Invitation, links: ShareLinks): Mail {
  const { shareId, jobId, email, tool, jobName, expiresAt } = invitation;
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
      ...(expiresAt ? [`It works until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`, ''] : []),
      'Anyone with this link can view the result. If you did not expect this invitation, you can ignore it.',
      '',
    ].join('\n'),
  };
}
