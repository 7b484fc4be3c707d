import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { Context } from './members.ts';

/** The dependencies of the RPCs. */
export interface Deps {
  db: Db;
  clock: Clock;
  signals: Pick<Signals, 'send'>;
  contexts: readonly Context[];
}
