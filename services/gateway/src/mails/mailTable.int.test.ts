import { join } from 'node:path';
import { newId } from '@rotamer/kit/ids.ts';
import type { Mail } from '@rotamer/kit/mail/mail.ts';
import { type MailTemplate, mailTable, purgeMails, type QueuedMail, queueMail } from '@rotamer/kit/mail/mailTable.ts';
import { nameInMail, plainMail } from '@rotamer/kit/mail/plainMail.ts';
import { sendMails } from '@rotamer/kit/mail/sendMails.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { serviceDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import { expect, it } from 'vitest';

const greeting: MailTemplate = (mail) =>
  plainMail(mail, 'https://rotamer.example', { subject: `Hello ${nameInMail(mail.data.name)}`, lines: ['Hello'] });

async function world() {
  const { db } = await serviceDatabase(join(import.meta.dirname, '../..'));
  const sent: Mail[] = [];
  const send = (mailer = { send: async (mail: Mail) => void sent.push(mail) }) =>
    sendMails({ queue: mailTable(db, { greeting }), mailer, log: quietLog });
  const waiting = async () => (await db.query('select attempts from mails')).rows;
  return { db, sent, send, waiting };
}

const aMail = (over: Partial<QueuedMail> = {}): QueuedMail => ({
  ...{ id: newId('mail', new Date()), template: 'greeting', to: 'ada@example.org', data: { name: 'Ada' } },
  ...over,
});

it('sends a mail that was queued twice once, and deletes its row', async () => {
  const { db, sent, send, waiting } = await world();
  const mail = aMail();
  expect(await queueMail(db, mail)).toBe(true);
  expect(await queueMail(db, mail)).toBe(false);
  await send();
  expect(sent).toMatchObject([
    { to: 'ada@example.org', subject: 'Hello Ada', messageId: `<${mail.id}@rotamer.example>` },
  ]);
  expect(await waiting()).toEqual([]);
});

it('does not send a mail after its time, and purges it with a count of those that failed', async () => {
  const { db, sent, send } = await world();
  await queueMail(db, aMail(), 0);
  await send();
  expect([sent.length, await purgeMails(db)]).toEqual([0, 0]);
  await queueMail(db, aMail(), 0);
  await db.query('update mails set attempts = 1');
  expect([await purgeMails(db), await purgeMails(db)]).toEqual([1, 0]);
});

it('keeps a mail whose template this release does not have, for a process of a newer release', async () => {
  const { db, sent, send, waiting } = await world();
  await queueMail(db, aMail({ template: 'later' }));
  await send();
  expect([sent.length, await waiting()]).toEqual([0, [{ attempts: 1 }]]);
});

it('composes one line from a name with line breaks and control characters', async () => {
  const { db, sent, send } = await world();
  await queueMail(db, aMail({ data: { name: 'Ada\r\nBcc: eve@example.org\u0007' } }));
  await send();
  expect(sent[0]!.subject).toBe('Hello Ada Bcc: eve@example.org\ufffd');
});

it('refuses to queue a mail for two addresses', async () => {
  const { db } = await world();
  await expect(queueMail(db, aMail({ to: 'ada@example.org,eve@example.org' }))).rejects.toThrow('not an e-mail');
});
