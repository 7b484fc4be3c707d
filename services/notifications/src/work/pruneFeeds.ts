import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import type { Deps } from '../deps.ts';
import { pruneEvents } from '../feed/feedStore.ts';
import { keptSince } from '../feed/keptSince.ts';

const INTERVAL_MS = 60_000;

/** Events of one statement. */
const BATCH = 2_000;

type Needs = Pick<Deps, 'db' | 'clock' | 'eventRetentionDays'>;

/** Starts the loop that deletes events that are older than the retention. */
export function startPruning(needs: Needs & { log: Logger }): Loop {
  return startLoop({ name: 'prune feeds', intervalMs: INTERVAL_MS, log: needs.log, pass: () => pruneFeeds(needs) });
}

/** Deletes one batch of old events. Returns true if there may be more. */
export async function pruneFeeds({ db, clock, eventRetentionDays }: Needs, batch = BATCH): Promise<boolean> {
  return (await pruneEvents(db, keptSince(clock(), eventRetentionDays), batch)) === batch;
}
