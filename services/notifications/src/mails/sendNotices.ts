import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { isMailAddress } from '@rotamer/kit/mail/mail.ts';
import { queueMail } from '@rotamer/kit/mail/mailTable.ts';
import { MAILS_SIGNAL } from '@rotamer/kit/mail/sendMails.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { startElectedLoop } from '@rotamer/kit/work/startElectedLoop.ts';
import { decideNotices, type NoticeMail } from './decideNotices.ts';
import { toData } from './noticeMail.ts';
import { addressNotices, dropUnwanted, endNotices, readPending } from './noticeStore.ts';
import { arePeopleComplete } from './people/peopleStore.ts';

const INTERVAL_MS = 20_000;

/** Most notices that are read in a pass. */
export const MAX_READ = 10_000;

export interface SendNoticesDeps {
  db: Db;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
}

/** Starts the loop that makes mails of notices; it runs in one process of all replicas at a time. */
export function startNotices({
  url,
  log,
  signals,
  ...deps
}: SendNoticesDeps & { url: string; log: Logger; signals: Signals }): Loop {
  return startElectedLoop({
    ...{ name: 'send notices', url, lock: 'notices', signals, wokenBy: 'notices' },
    intervalMs: INTERVAL_MS,
    log,
    pass: async () => {
      await sendNotices({ ...deps, signals });
      return false;
    },
  });
}

/** Runs one pass. Returns how many mails it queued. */
export async function sendNotices({ db, signals, clock }: SendNoticesDeps): Promise<number> {
  // Until the gateway has said who people are, nobody could be addressed: notices wait.
  if (!(await arePeopleComplete(db))) return 0;
  await addressNotices(db);
  await dropUnwanted(db);
  const { pending, sentToday } = await readPending(db, MAX_READ);
  const mails = decideNotices(pending, sentToday, clock());
  for (const mail of mails) await queue(db, mail, clock());
  if (mails.length > 0) signals.send(MAILS_SIGNAL);
  return mails.length;
}

/** Notices end in the transaction that queues their mail, so a crash neither loses nor repeats them. */
async function queue(db: Db, mail: NoticeMail, now: Date): Promise<void> {
  const { userId, email, notices } = mail;
  await transaction(db, async (tx) => {
    await endNotices(
      tx,
      userId,
      notices.map(({ eventId }) => eventId),
    );
    // Operators may create users whose address gets no mail.
    if (!isMailAddress(email)) return;
    await queueMail(tx, { id: newId('mail', now), template: 'notice', to: email, data: toData(mail) });
  });
}
