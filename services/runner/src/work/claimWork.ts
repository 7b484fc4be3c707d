import { setTimeout as sleep } from 'node:timers/promises';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import type { Lease, LeasesClient, Offer } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Attempt } from '../attempt/runAttempt.ts';
import { createClaimBackoff, type Sleep } from './claimBackoff.ts';

export interface ClaimWorkOptions {
  leases: LeasesClient<CallScope>;
  runnerId: string;
  offers: Offer[];
  slots: number;
  start(lease: Lease): Attempt;
  log: Logger;
  /** Replaces the real sleep in tests. */
  pauseFor?: Sleep;
}

/**
 * How long jobs long-polls when there are no jobs. A late response loses leases, so this is well below the 5 s limit of a call. A draining
 * runner waits for the response.
 */
const WAIT_MS = 2_000;

/** Pause after a failed claim, doubled after each further failure (loop.ts): jobs is unavailable or still starting. */
const AWAY_MS = 250;

/** Time to end tools and to release leases. Leases whose release does not reach jobs by then expire by themselves. */
const HAND_BACK_MS = 6_000;

/** Claims as many leases as there are free slots, until it is drained. Claims fewer while infrastructure failures last. */
export function startClaiming({ leases, runnerId, offers, slots, start, log, pauseFor }: ClaimWorkOptions) {
  const attempts = new Set<Attempt>();
  const backoff = createClaimBackoff(log, pauseFor);
  let slotFreed = Promise.withResolvers<void>();
  let draining = false;

  function take(lease: Lease): void {
    const attempt = start(lease);
    const failuresAtClaim = backoff.failures();
    attempts.add(attempt);
    void attempt.done
      .then((verdict) => backoff.learn(verdict, failuresAtClaim))
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
    await backoff.pause(signal);
    if (signal.aborted) return false;
    const free = slots - attempts.size;
    const limit = backoff.failures() > 0 ? 1 : free;
    // Never aborted: jobs may already have leased jobs for an aborted claim, and no runner would know of them.
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

  /** Claims no more, lets attempts end for `graceMs`, then releases the rest. */
  async function drain(graceMs: number): Promise<void> {
    draining = true;
    const finished = finish();
    await Promise.race([finished, sleep(graceMs)]);
    for (const attempt of attempts) attempt.handBack();
    await Promise.race([finished, sleep(HAND_BACK_MS)]);
  }

  return { drain };
}
