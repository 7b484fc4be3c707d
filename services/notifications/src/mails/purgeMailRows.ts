import type { Db } from '@rotamer/kit/db/db.ts';
import { purgeMails } from '@rotamer/kit/mail/mailTable.ts';
import { purgeDeliveries } from '@rotamer/kit/outbox/inbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { purgeNotices } from './noticeStore.ts';

const HOUR_MS = 3_600_000;

/** Starts the loop that deletes old requests for mails, mails whose time is over, and ids of handled events. */
export function startPurgingMails({ db, log }: { db: Db; log: Logger }): Loop {
  return startLoop({
    name: 'purge mails',
    intervalMs: HOUR_MS,
    log,
    pass: async (signal) => {
      await purgeNotices(db);
      await purgeDeliveries(db, signal);
      const mails = await purgeMails(db);
      if (mails > 0) log.error({ mails }, 'dropped mails that could not be sent in time');
    },
  });
}
