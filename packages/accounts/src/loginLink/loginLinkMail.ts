import type { MailTemplate } from '@rotamer/kit/mail/mailTable.ts';
import { plainMail } from '@rotamer/kit/mail/plainMail.ts';
import type { LoginLinks } from './loginLinks.ts';

/** Returns the template of the mail with a link to sign in. */
export function loginLinkMail(links: LoginLinks, publicUrl: string): MailTemplate {
  return (mail) =>
    plainMail(mail, publicUrl, {
      subject: 'Your link to sign in to Rotamer',
      lines: [
        `Somebody asked to sign in to ${publicUrl} with this e-mail address.`,
        '',
        'Open this link and confirm that it was you:',
        '',
        links.link(mail.id),
        '',
        'The link works once, for 15 minutes. If you did not ask for it, ignore this mail: nothing happens without the link.',
      ],
    });
}
