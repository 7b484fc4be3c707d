import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import type { LeasesClient, Offer } from '@rotamer/proto/jobs/v1/leases.ts';
import type { HeldDatasets } from '../datasets/heldDatasets.ts';

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
  log: Logger;
}

/**
 * Registers with jobs which tools this runner can start and which datasets it holds, also while it is busy. Both may grow. A draining runner registers an empty
 * list.
 */
export function startAnnouncing({ leases, runnerId, offers, datasets, log }: AnnounceDeps) {
  let offered = offers;
  let known = false;

  /** Registers the runner. Until the first success a failure is retried soon, because jobs may have started at the same time. */
  async function pass(): Promise<void> {
    try {
      await leases.announce({ runnerId, offers: offered, datasets: datasets.scan() });
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
