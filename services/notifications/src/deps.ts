import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';

/** The dependencies of the RPCs and of the handlers of events. */
export interface Deps {
  db: Db;
  clock: Clock;
  signals: Pick<Signals, 'send'>;
  /** How long an event stays in the feed, in days. */
  eventRetentionDays: number;
}
