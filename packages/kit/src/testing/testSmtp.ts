import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail as it arrived: its whole text, and the recipients of the envelope. */
export interface ArrivedMail {
  to: string[];
  text: string;
  messageId: string;
}

/** The server's reply to a message: undefined accepts it, a number refuses it with this code. */
export type Reply = (mail: ArrivedMail) => Promise<number | undefined>;

/** Starts a real SMTP server on a free port; it keeps the mails that arrive. */
export async function testSmtp(reply: Reply = async () => undefined) {
  const arrived: ArrivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      text(stream).then(async (message) => {
        const messageId = /^Message-ID: (.+)$/im.exec(message)?.[1] ?? '';
        const mail = { to: session.envelope.rcptTo.map(({ address }) => address), text: message, messageId };
        arrived.push(mail);
        const code = await reply(mail);
        done(code ? Object.assign(new Error(`no mail for ${mail.to}`), { responseCode: code }) : null);
      }, done);
    },
  });
  // Ignored, because some tests kill the client.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { arrived, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}
