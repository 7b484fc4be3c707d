import type { Db } from '@rotamer/kit/db/db.ts';
import { deleteRows } from '@rotamer/kit/db/deleteRows.ts';
import { purgeDeliveries } from '@rotamer/kit/outbox/inbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { purgePolls } from '../job/readForCallers.ts';
import { purgeRunners } from '../leases/runnerStore.ts';
import { purgeMailDays, purgeShareMails } from '../sharing/shareMails.ts';

const HOUR_MS = 3_600_000;

/** Starts the loop that purges expired rows once an hour. */
export function startForgetting({ db, log }: { db: Db; log: Logger }): Loop {
  return startLoop({
    name: 'forget',
    intervalMs: HOUR_MS,
    log,
    pass: async (signal) => {
      // The keys of expired submissions may be used for other jobs.
      await deleteRows(db, 'submissions', 'expires_at < now()', [], { signal });
      await purgePolls(db, signal);
      await purgeRunners(db);
      await purgeDeliveries(db, signal);
      await purgeMailDays(db);
      const mails = await purgeShareMails(db);
      if (mails > 0) log.error({ mails }, 'dropped mails that could not be sent for days');
    },
  });
}
