import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { purgeDeletions } from '../deletion/deletionStore.ts';

const HOUR_MS = 3_600_000;

/** How long a completed deletion can be read, in days. */
export const KEPT_DAYS = 90;

/** Starts the loop that deletes the records of old completed deletions, once an hour. */
export function startForgetting({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): Loop {
  return startLoop({
    name: 'forget',
    intervalMs: HOUR_MS,
    log,
    pass: () => purgeDeletions(db, new Date(clock().getTime() - KEPT_DAYS * 24 * HOUR_MS)),
  });
}
