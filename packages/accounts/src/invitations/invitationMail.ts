import type { MailTemplate } from '@rotamer/kit/mail/mailTable.ts';
import { nameInMail, plainMail } from '@rotamer/kit/mail/plainMail.ts';
import type { InvitationLinks } from './invitationLinks.ts';

/** The data of the mail in the queue: all but the token, which is derived when the mail is composed. */
export interface InvitationMailData extends Record<string, unknown> {
  invitationId: string;
  workspace: string;
  /** The person who invites. The display name is empty where the person chose none. */
  inviter: { name: string; email: string };
  role: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** Returns the template of the mail that invites a person to a workspace. */
export function invitationMail(links: InvitationLinks, publicUrl: string): MailTemplate {
  return (mail) => {
    const { invitationId, role, expiresAt, inviter, ...names } = mail.data as InvitationMailData;
    const workspace = harmless(names.workspace);
    // Everyone chooses their name, but not their address, so that the address is always shown.
    const name = harmless(inviter.name) || inviter.email;
    const who = name === inviter.email ? name : `${name} (${inviter.email})`;
    return plainMail(mail, publicUrl, {
      subject: `${name} invites you to ${workspace} on Rotamer`,
      lines: [
        `${who} invites you to the workspace ${workspace} at ${publicUrl}, as ${role}.`,
        '',
        'Open this link to see the invitation and accept it:',
        '',
        links.link({ id: invitationId, email: mail.to }),
        '',
        `The link works once, until ${expiresAt.slice(0, 10)}, and only for ${mail.to}. If you do not know who invites you, ignore this mail.`,
      ],
    });
  };
}

/** Returns a name in which mail programs find no link or address. A name such as "win.example/prize" would be a link from us. */
function harmless(name: string): string {
  return nameInMail(name.replaceAll(/([.:/@]+)(?=\S)/g, '$1 '));
}
