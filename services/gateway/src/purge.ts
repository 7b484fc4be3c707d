import { purgeAccounts } from '@rotamer/accounts/purge.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { purgeMails } from '@rotamer/kit/mail/mailTable.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { purgeWindows } from './limits/rateStore.ts';

const HOUR_MS = 3_600_000;

/** Starts the loop that purges expired rows once an hour. */
export function startForgetting(db: Db, clock: Clock, log: Logger): Loop {
  return startLoop({
    name: 'forget',
    intervalMs: HOUR_MS,
    log,
    pass: async () => {
      await purgeWindows(db);
      await purgeAccounts(db, clock());
      const mails = await purgeMails(db);
      if (mails > 0) log.error({ mails }, 'dropped mails that could not be sent in time');
    },
  });
}
