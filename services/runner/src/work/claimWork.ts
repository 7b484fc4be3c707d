import { setTimeout as sleep } from 'node:timers/promises';
import type { ScopedCall } from '@rotamer/kit/grpc/client.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import type { Lease, LeasesClient, Offer } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Attempt } from '../attempt/runAttempt.ts';
import { createCaution, type Sleep } from './caution.ts';

export interface ClaimWorkOptions {
  leases: LeasesClient<ScopedCall>;
  runnerId: string;
  offers: Offer[];
  slots: number;
  start(lease: Lease): Attempt;
  log: Logger;
  /** Real time, unless a test has its own. */
  pauseFor?: Sleep;
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

/** Takes as many leases as there are free slots, for ever; fewer while attempts fail by no fault of their jobs. */
export function startClaiming({ leases, runnerId, offers, slots, start, log, pauseFor }: ClaimWorkOptions) {
  const attempts = new Set<Attempt>();
  const caution = createCaution(log, pauseFor);
  let slotFreed = Promise.withResolvers<void>();
  let draining = false;

  function take(lease: Lease): void {
    const attempt = start(lease);
    const failuresAtClaim = caution.failures();
    attempts.add(attempt);
    void attempt.done
      .then((verdict) => caution.learn(verdict, failuresAtClaim))
      .finally(() => {
        attempts.delete(attempt);
        slotFreed.resolve();
      });
    if (draining) attempt.handBack();
  }

  async function pass(signal: AbortSignal): Promise<boolean> {
    if (slots <= attempts.size) {
      slotFreed = Promise.withResolvers();
      await slotFreed.promise;
      return true;
    }
    await caution.pause(signal);
    if (signal.aborted) return false;
    const free = slots - attempts.size;
    const limit = caution.failures() > 0 ? 1 : free;
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
