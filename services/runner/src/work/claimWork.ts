import { setTimeout as sleep } from 'node:timers/promises';
import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import type { Lease, LeasesClient, Offer } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Attempt } from '../attempt/runAttempt.ts';

export interface ClaimWorkOptions {
  leases: LeasesClient<ScopedCall>;
  runnerId: string;
  offers: Offer[];
  slots: number;
  start(lease: Lease): Attempt;
  log: Logger;
}

/**
 * Jobs holds the question open this long when there is nothing to do. An answer that is late loses leases, so it stays
 * well below the 5 s of a call; a draining runner waits for it.
 */
const WAIT_MS = 2_000;

/** After a failed question the next one is asked twice as long later (loop.ts): jobs is away, or still starting. */
const AWAY_MS = 250;

/** Time to end tools and to hand back; what jobs does not hear of by then expires by itself. */
const HAND_BACK_MS = 6_000;

/** Takes as many leases as there are free slots, for ever. */
export function startClaiming({ leases, runnerId, offers, slots, start, log }: ClaimWorkOptions) {
  const attempts = new Set<Attempt>();
  let slotFreed = Promise.withResolvers<void>();
  let draining = false;

  function take(lease: Lease): void {
    const attempt = start(lease);
    attempts.add(attempt);
    void attempt.done.finally(() => {
      attempts.delete(attempt);
      slotFreed.resolve();
    });
    if (draining) attempt.handBack();
  }

  async function pass(): Promise<boolean> {
    const limit = slots - attempts.size;
    if (limit <= 0) {
      slotFreed = Promise.withResolvers();
      await slotFreed.promise;
      return true;
    }
    // Never cut off: a claim that is cut off may have leased jobs that nobody would hear of.
    const claimed = await leases.claim({ runnerId, offers, limit, waitMs: WAIT_MS });
    claimed.leases.forEach(take);
    return true;
  }

  const loop = startLoop({ name: 'claim', intervalMs: AWAY_MS, log, pass });

  async function finish(): Promise<void> {
    const stopped = loop.stop();
    slotFreed.resolve();
    await stopped;
    await Promise.all([...attempts].map((attempt) => attempt.done));
  }

  /** Claims no more, lets attempts end for `patienceMs`, then hands back the rest. */
  async function drain(patienceMs: number): Promise<void> {
    draining = true;
    const finished = finish();
    await Promise.race([finished, sleep(patienceMs)]);
    for (const attempt of attempts) attempt.handBack();
    await Promise.race([finished, sleep(HAND_BACK_MS)]);
  }

  return { drain };
}
