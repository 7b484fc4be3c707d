import { openDb } from '@rotamer/kit/db/db.ts';
import { startSignals } from '@rotamer/kit/db/signals.ts';
import { openMailer } from '@rotamer/kit/mail/mailer.ts';
import { startMailing } from '@rotamer/kit/mail/sendMails.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { createShareLinks } from '../sharing/shareLinks.ts';
import { shareMails } from '../sharing/shareMails.ts';

/** A process that sends mails until it is killed: `node mailerProcess.ts <postgres url> <smtp url>`. */
const [url, smtpUrl] = process.argv.slice(2) as [string, string];
const db = openDb({ url, name: 'mailer', log: quietLog });
startMailing({
  url,
  queue: shareMails(db, createShareLinks({ publicUrl: 'https://rotamer.example', secret: 'secret of the tests' })),
  signals: startSignals({ url, db, log: quietLog }),
  mailer: openMailer({ smtpUrl, mailFrom: 'Rotamer <rotamer@example.org>' })!,
  log: quietLog,
});
