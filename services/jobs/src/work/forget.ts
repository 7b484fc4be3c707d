import type { Db } from '@rotamer/kit/db/db.ts';
import { forgetDeliveries } from '@rotamer/kit/outbox/inbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { forgetPolls } from '../job/readForCallers.ts';
import { forgetRunners } from '../leases/runnerStore.ts';
import { forgetMailDays, forgetMails } from '../sharing/mailStore.ts';
import { forgetSubmissions } from '../submit/submissionStore.ts';

const HOUR_MS = 3_600_000;

/** Starts the loop that purges expired rows once an hour. */
export function startForgetting({ db, log }: { db: Db; log: Logger }): Loop {
  return startLoop({
    name: 'forget',
    intervalMs: HOUR_MS,
    log,
    pass: async (signal) => {
      await forgetSubmissions(db, signal);
      await forgetPolls(db, signal);
      await forgetRunners(db);
      await forgetDeliveries(db, signal);
      await forgetMailDays(db);
      const mails = await forgetMails(db);
      if (mails > 0) log.error({ mails }, 'dropped mails that could not be sent for days');
    },
  });
}
