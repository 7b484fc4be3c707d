import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { type Mail, refuseUnsafeMail } from './mail.ts';

/** The mail settings. With neither a server nor a folder, mails are not sent. */
export const mailConfig = {
  smtpUrl: Type.Optional(
    Type.String({
      description: 'mail server: smtps://user:password@host, or smtp://…:587?requireTLS=true for STARTTLS',
    }),
  ),
  mailDir: Type.Optional(Type.String({ description: 'without an SMTP server: folder for mails as .eml files' })),
  mailFrom: Type.String({ default: 'Rotamer <rotamer@localhost>', description: 'sender of mails' }),
};

export type MailConfig = Static<ReturnType<typeof Type.Object<typeof mailConfig>>>;

export interface Mailer {
  /**
   * Resolves when the server has accepted the mail, or when the file is written.
   *
   * @throws UnsafeMail for a mail that would have other headers or recipients than its fields say
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** How long a mail server may take to respond. */
const TIMEOUT_MS = 20_000;

/** Returns the configured mailer; undefined if none is configured. */
export function openMailer({ smtpUrl, mailDir, mailFrom: from }: MailConfig): Mailer | undefined {
  if (smtpUrl) {
    const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
    const transport = lazily(({ createTransport }) => createTransport({ url: smtpUrl, ...timeouts }));
    return {
      send: async (mail) => void (await (await transport.open()).sendMail(messageOf(mail, from))),
      close: transport.close,
    };
  }
  return mailDir ? folderMailer(mailDir, from) : undefined;
}

/** Returns a mailer that writes each mail to a file; a repeat replaces the file. */
function folderMailer(folder: string, from: string): Mailer {
  const composer = lazily(({ createTransport }) => createTransport({ streamTransport: true }));
  return {
    async send(mail) {
      const { message } = await (await composer.open()).sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${mail.id}.eml`);
      await writeFile(`${file}.new`, message, { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
    close: composer.close,
  };
}

/** Loads nodemailer with the first mail: most processes send none, and the library takes 3 MB of memory. */
function lazily<Transport extends { close(): void }>(by: (library: typeof import('nodemailer')) => Transport) {
  let transport: Promise<Transport> | undefined;
  return {
    open: () => (transport ??= import('nodemailer').then(by)),
    close: () => void transport?.then((opened) => opened.close()),
  };
}

function messageOf(mail: Mail, from: string) {
  refuseUnsafeMail(mail);
  const { id: _, to: address, unsubscribe, ...message } = mail;
  // The address is given as an object, which is never parsed for a second address.
  return { ...message, from, to: { name: '', address }, headers: headersOf(unsubscribe) };
}

function headersOf(unsubscribe: string | undefined): Record<string, string> {
  const headers = { 'Auto-Submitted': 'auto-generated' };
  if (!unsubscribe) return headers;
  return {
    ...headers,
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
