import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import type { LeasesClient, Offer } from '@rotamer/proto/jobs/v1/leases.ts';
import type { HeldDatasets } from '../datasets/heldDatasets.ts';
import type { ReleaseCache } from '../datasets/releaseCache.ts';

/** The interval of registrations. A runner that was not seen for 15 s counts as dead. */
const EVERY_MS = 5_000;

/**
 * Pause before a failed first registration is repeated. Jobs may start at the same time as this runner; a job that is submitted before the
 * registration waits up to a second more.
 */
const AWAY_MS = 150;

export interface AnnounceDeps {
  leases: LeasesClient<CallScope>;
  runnerId: string;
  offers: Offer[];
  datasets: Pick<HeldDatasets, 'scan'>;
  /** Fetches the releases that waiting jobs need; undefined: the folder is as it is. */
  cache?: Pick<ReleaseCache, 'want'>;
  log: Logger;
}

/**
 * Registers with jobs which tools this runner can start and which datasets it holds, also while it is busy. Both may grow. A draining runner registers an empty
 * list.
 */
export function startAnnouncing({ leases, runnerId, offers, datasets, cache, log }: AnnounceDeps) {
  let offered = offers;
  let known = false;

  /** Registers the runner. Until the first success a failure is retried soon, because jobs may have started at the same time. */
  async function pass(): Promise<void> {
    try {
      const request = { runnerId, offers: offered, datasets: datasets.scan(), fetchesDatasets: cache !== undefined };
      const { wantedDatasets } = await leases.announce(request);
      if (offered.length > 0) cache?.want(wantedDatasets);
      known = true;
    } catch (error) {
      if (!known) loop.wake();
      throw error;
    }
  }

  const loop = startLoop({ name: 'announce', intervalMs: EVERY_MS, pauseAfterFailureMs: AWAY_MS, log, pass });
  return {
    wake: loop.wake,
    drain() {
      offered = [];
      loop.wake();
    },
    stop: loop.stop,
  };
}
