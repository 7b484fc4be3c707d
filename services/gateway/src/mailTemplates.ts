import type { MailTemplate } from '@rotamer/kit/mail/mailTable.ts';
import { createInvitationLinks } from './invitations/invitationLinks.ts';
import { invitationMail } from './invitations/invitationMail.ts';
import { loginLinkMail } from './loginLink/loginLinkMail.ts';
import { createLoginLinks } from './loginLink/loginLinks.ts';
import { noticeMail, withOffLink } from './notices/noticeMail.ts';
import { createOffLinks } from './notices/offLinks.ts';

/** Returns the template of each kind of mail that the gateway sends, by its name. */
export function mailTemplates(links: { publicUrl: string; secret: string }): Record<string, MailTemplate> {
  const publicUrl = links.publicUrl.replace(/\/$/, '');
  const off = createOffLinks(links);
  return {
    login_link: loginLinkMail(createLoginLinks(links), publicUrl),
    invitation: withOffLink('invitation', invitationMail(createInvitationLinks(links), publicUrl), off),
    notice: noticeMail(off, publicUrl),
  };
}
