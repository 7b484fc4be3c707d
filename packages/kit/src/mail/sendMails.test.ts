import { expect, it } from 'vitest';
import { quietLog } from '../testing/quietLog.ts';
import { retryDelaySeconds, sendMails } from './sendMails.ts';

it('retries a mail after a minute, then after longer delays of at most an hour', () => {
  expect([0, 1, 2, 5, 6, 60].map(retryDelaySeconds)).toEqual([60, 120, 240, 1_920, 3_600, 3_600]);
});

// The errors of nodemailer for these replies of a server.
it.each([
  ['CONN', 554, 'postponed'],
  ['AUTH PLAIN', 535, 'postponed'],
  ['MAIL FROM', 530, 'postponed'],
  ['MAIL FROM', 550, 'postponed'],
  ['RCPT TO', 450, 'postponed'],
  ['RCPT TO', 550, 'ended'],
  ['DATA', 554, 'ended'],
  [undefined, undefined, 'postponed'],
])('when the server refuses %s with %s, a mail is %s', async (command, responseCode, expected) => {
  const calls: string[] = [];
  const mail = { id: 'mail_1', attempts: 0, compose: () => ({}) as never };
  const queue = {
    due: async () => [mail],
    end: async () => void calls.push('ended'),
    postpone: async () => void calls.push('postponed'),
  };
  const refusal = Object.assign(new Error('refused'), { command, responseCode });
  await sendMails({ queue, mailer: { send: () => Promise.reject(refusal) }, log: quietLog });
  expect(calls).toEqual([expected]);
});
