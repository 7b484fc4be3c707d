import { noticeReasons } from '@rotamer/api/schemas/notices.ts';
import type { MailTemplate } from '@rotamer/kit/mail/mailTable.ts';
import { createOffLinks, withOffLink } from '@rotamer/kit/mail/offLinks.ts';
import { createInvitationLinks } from './invitations/invitationLinks.ts';
import { invitationMail } from './invitations/invitationMail.ts';
import { loginLinkMail } from './loginLink/loginLinkMail.ts';
import { createLoginLinks } from './loginLink/loginLinks.ts';

/** Returns the template of each kind of mail that the gateway sends, by its name. */
export function mailTemplates(links: { publicUrl: string; secret: string }): Record<string, MailTemplate> {
  const publicUrl = links.publicUrl.replace(/\/$/, '');
  const off = { links: createOffLinks(links), kind: 'invitation', reason: noticeReasons.invitation };
  return {
    login_link: loginLinkMail(createLoginLinks(links), publicUrl),
    invitation: withOffLink(invitationMail(createInvitationLinks(links), publicUrl), off),
  };
}
