import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail as it arrived: whole, and to whom the envelope said. */
export interface ArrivedMail {
  to: string[];
  text: string;
  messageId: string;
}

/** What a server says to a message it has read: nothing (taken), or a refusal with this code. */
export type Reply = (mail: ArrivedMail) => Promise<number | undefined>;

/** A real SMTP server on a free port that keeps what arrives. */
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
  // A client that was killed is what some tests are about.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { arrived, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}
