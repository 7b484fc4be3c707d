import { expect, it } from 'vitest';
import { isMailAddress, type Mail, refuseUnsafeMail } from './mail.ts';
import { openMailer } from './mailer.ts';

const mail: Mail = {
  id: 'shr_1',
  messageId: '<shr_1@rotamer.example>',
  date: new Date(0),
  to: 'ada@example.org',
  subject: 'A result was shared with you',
  text: 'Hello',
};

it.each([
  ['to', 'ada@example.org\r\nBcc: eve@example.org'],
  ['to', 'ada@example.org\nBcc: eve@example.org'],
  ['to', 'ada@example.org, eve@example.org'],
  ['to', 'ada@example.org eve@example.org'],
  ['to', '"Ada" <ada@example.org>'],
  ['to', 'eve@example.org>,<ada@example.org'],
  ['to', `${'a'.repeat(65)}@example.org`],
  ['to', `a@${'b'.repeat(260)}.org`],
  ['to', 'ada@eve@example.org'],
  ['to', 'ada(comment)@example.org'],
  ['subject', 'Hello\r\nBcc: eve@example.org'],
  ['subject', 'Hello\u0085Bcc: eve@example.org'],
  ['subject', 'x'.repeat(201)],
  ['messageId', '<a@b>\r\nX: y'],
  ['id', '../../etc/passwd'],
  ['unsubscribe', 'https://rotamer.example/x>\r\nBcc: eve@example.org'],
  ['unsubscribe', 'javascript:alert(1)'],
] as const)('refuses a mail whose %s is %j, and names only the field', (field, value) => {
  expect(() => refuseUnsafeMail({ ...mail, [field]: value })).toThrow(field);
  expect(() => refuseUnsafeMail({ ...mail, [field]: value })).not.toThrow('example');
});

it('refuses an unsafe mail before it is sent', async () => {
  const mailer = openMailer({ mailDir: '/nowhere', mailFrom: 'Rotamer <rotamer@localhost>' })!;
  await expect(mailer.send({ ...mail, subject: 'a\nb' })).rejects.toThrow('subject');
});

it.each(['ada@example.org', "o'brien+tag@mail.example.org", 'root@localhost', `${'a'.repeat(64)}@example.org`])(
  'accepts the address %s',
  (address) => expect(isMailAddress(address)).toBe(true),
);
