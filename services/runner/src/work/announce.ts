import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import type { LeasesClient, Offer } from '@rotamer/proto/jobs/v1/leases.ts';

/** A runner not seen for 15 s counts as dead. */
const EVERY_MS = 5_000;

/** Jobs may start at the same time as this runner; what is submitted before it knows of an offer waits up to a second more. */
const AWAY_MS = 150;

export interface AnnounceDeps {
  leases: LeasesClient<ScopedCall>;
  runnerId: string;
  offers: Offer[];
  log: Logger;
}

/** Tells jobs, busy or not, what this runner can start, which may grow. Once draining, it offers nothing. */
export function startAnnouncing({ leases, runnerId, offers, log }: AnnounceDeps) {
  let offered = offers;
  let known = false;

  /** Until jobs has heard of this runner it is told again soon: they may have started together. */
  async function pass(): Promise<void> {
    try {
      await leases.announce({ runnerId, offers: offered });
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
