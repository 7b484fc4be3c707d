import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { startWokenLoop } from '@rotamer/kit/work/startWokenLoop.ts';
import { bodyOf } from '../body.ts';
import type { Outcome } from '../delivery.ts';
import { WEBHOOKS_SIGNAL } from '../queueDeliveries.ts';
import { recordOutcome } from '../recordOutcome.ts';
import type { Sender } from '../sending/sender.ts';
import { signedHeaders, signingSecrets } from '../signature.ts';
import { type ClaimedDelivery, claimDeliveries, SHARE } from './claimDeliveries.ts';
import { createInFlight } from './inFlight.ts';

/** Retries become due without a signal, so the loop looks for them this often. */
const INTERVAL_MS = 1_000;

/** Longer than any attempt and its record: only the deliveries of a dead process are claimed again. */
const LEASE_MS = 60_000;

/** Most attempts of a process at a time. */
const MAX_IN_FLIGHT = 1_000;

export interface DeliverNeeds {
  db: Db;
  clock: Clock;
  signals: Pick<Signals, 'on' | 'send'>;
  sender: Sender;
  /** The secret from which those of endpoints are derived. */
  webhookSecret: string;
  log: Logger;
  /** From 0 to 1; by default `Math.random`. */
  random?: () => number;
  leaseMs?: number;
  intervalMs?: number;
}

/**
 * Starts the loop that delivers events. Its passes only claim; every attempt runs beside them, so that no endpoint waits
 * for the answer of another.
 */
export function startDelivering({
  leaseMs = LEASE_MS,
  intervalMs = INTERVAL_MS,
  random = Math.random,
  ...needs
}: DeliverNeeds): Loop {
  const { db, clock, signals, log } = needs;
  const inFlight = createInFlight();
  const attemptLogged = (one: ClaimedDelivery) =>
    attempt({ ...needs, random }, one).catch((error) =>
      log.warn({ err: error, delivery: one.delivery.id }, 'a webhook attempt was not recorded; it is repeated'),
    );
  const loop: Loop = startWokenLoop({
    ...{ name: 'deliver webhooks', intervalMs, log, signals, wokenBy: WEBHOOKS_SIGNAL },
    async pass() {
      const limit = MAX_IN_FLIGHT - inFlight.count();
      if (limit <= 0) return false;
      const claimed = await claimDeliveries(db, { busy: inFlight.busy(SHARE), limit, now: clock(), leaseMs });
      for (const one of claimed)
        inFlight.run(one.delivery.endpointId, one.isFailing, () => attemptLogged(one), loop.wake);
      return false;
    },
    onStopped: inFlight.idle,
  });
  return loop;
}

type AttemptNeeds = Pick<DeliverNeeds, 'db' | 'clock' | 'signals' | 'sender' | 'webhookSecret'> & {
  random: () => number;
};

/** Sends one delivery and records how that ended. */
async function attempt(needs: AttemptNeeds, claimed: ClaimedDelivery): Promise<void> {
  const startedAt = needs.clock();
  const outcome = await send(needs, claimed, startedAt);
  await recordOutcome(needs, claimed.delivery, outcome, { startedAt, now: needs.clock() });
}

async function send({ sender, webhookSecret }: AttemptNeeds, claimed: ClaimedDelivery, now: Date): Promise<Outcome> {
  const { delivery, url, secret, event } = claimed;
  if (!event) return { error: 'event_expired', durationMs: 0 };
  const body = bodyOf(event);
  const headers = signedHeaders(signingSecrets(webhookSecret, secret, now), { id: delivery.eventId, body, now });
  return sender.send({ url, headers, body });
}
