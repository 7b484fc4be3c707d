import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { purgeDeliveries } from '../deliveryStore.ts';

/** How long a delivery can be read, in days. */
export const KEPT_DAYS = 30;

const DAY_MS = 24 * 3_600_000;

/** Deliveries of one statement. */
const BATCH = 1_000;

/** Starts the loop that deletes old deliveries. */
export function startPurgingDeliveries({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): Loop {
  return startLoop({
    name: 'purge webhook deliveries',
    intervalMs: 60_000,
    log,
    async pass() {
      const before = new Date(clock().getTime() - KEPT_DAYS * DAY_MS);
      return (await purgeDeliveries(db, before, BATCH)) === BATCH;
    },
  });
}
