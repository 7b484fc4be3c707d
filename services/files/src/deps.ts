import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';

/** Dependencies of the RPCs. */
export interface Deps {
  db: Db;
  blobs: Blobs;
  clock: Clock;
  signals: Pick<Signals, 'send'>;
}
