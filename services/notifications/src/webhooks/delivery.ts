/** How one attempt ended: with an answer, or with the reason why there was none. */
export interface Outcome {
  /** HTTP status of the answer. */
  status?: number;
  /** The first bytes of the answer. */
  answer?: string;
  /** Why there was no answer, such as `timeout`. */
  error?: string;
  /** How long the receiver asks to wait, by `Retry-After` beside 429 or 503. */
  retryAfterMs?: number;
  durationMs: number;
}

/** The part of a delivery that decides about its next attempt. */
export interface Delivery {
  state: 'pending' | 'delivered' | 'failed';
  /** When the delivery was requested: the event was recorded, or the delivery was replayed. */
  requestedAt: Date;
  /** Attempts that failed since the delivery was requested. */
  failures: number;
  /** When the next attempt is due; null when there is none. */
  dueAt: Date | null;
}

/** The part of an endpoint that decides whether it is disabled. */
export interface EndpointHealth {
  state: 'enabled' | 'disabled';
  /** Why it is disabled: by a person, by a 410 of the receiver, or after a week of failures. */
  reason: 'requested' | 'gone' | 'failing' | null;
  /** The first failure after which no attempt succeeded, and no day passed without an attempt; null after a success. */
  failingSince: Date | null;
  /** The last failure; null after a success, and when it was not recorded. */
  lastFailedAt: Date | null;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Delays before the second and further attempts; the last is repeated. */
const DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR];

/** How far jitter changes a delay: a tenth in both directions, so that deliveries that failed together spread. */
const JITTER = 0.1;

/** A delivery is attempted this long after it was requested, and at least once. */
export const RETRY_FOR_MS = 3 * DAY;

/** An endpoint is disabled after failures for this long without a success. */
export const DISABLED_AFTER_MS = 7 * DAY;

/** A failure this long after the one before is the first of a new series. Retries are at most 9 hours apart, so nothing was attempted between. */
export const QUIET_MS = DAY;

/**
 * Returns a delay in milliseconds before the next attempt.
 *
 * @param failures failed attempts, at least 1
 * @param jitter random, from 0 to 1
 */
export function retryDelayMs(failures: number, jitter: number): number {
  const delay = DELAYS_MS[Math.min(Math.max(failures, 1), DELAYS_MS.length) - 1]!;
  return Math.round(delay * (1 - JITTER + 2 * JITTER * jitter));
}

/** Returns whether an attempt delivered its event. A redirect is a failure, since no redirect is followed. */
export function isSuccess({ status = 0 }: Outcome): boolean {
  return status >= 200 && status < 300;
}

export interface Decision {
  delivery: Delivery;
  endpoint: EndpointHealth;
  /** Whether this attempt disabled the endpoint, and the workspace's admins get a mail. */
  disabled: boolean;
}

/**
 * Decides what follows from an attempt: delivered, retried after a delay, or given up because three days are over or the
 * endpoint is disabled. A receiver that answers 410 wants no more events, so its endpoint is disabled at once.
 *
 * @param jitter random, from 0 to 1
 */
export function recordAttempt(
  delivery: Delivery,
  endpoint: EndpointHealth,
  outcome: Outcome,
  now: Date,
  jitter: number,
): Decision {
  if (isSuccess(outcome)) {
    return {
      delivery: { ...delivery, state: 'delivered', dueAt: null },
      endpoint: { ...endpoint, failingSince: null, lastFailedAt: null },
      disabled: false,
    };
  }
  const after = afterFailure(endpoint, outcome, now);
  const failed = { ...delivery, failures: delivery.failures + 1 };
  const asked = Math.min(outcome.retryAfterMs ?? 0, DELAYS_MS.at(-1)!);
  const dueAt = new Date(now.getTime() + Math.max(retryDelayMs(failed.failures, jitter), asked));
  const retries = after.state === 'enabled' && dueAt.getTime() <= delivery.requestedAt.getTime() + RETRY_FOR_MS;
  return {
    delivery: retries ? { ...failed, dueAt } : { ...failed, state: 'failed', dueAt: null },
    endpoint: after,
    disabled: endpoint.state === 'enabled' && after.state === 'disabled',
  };
}

function afterFailure(endpoint: EndpointHealth, { status }: Outcome, now: Date): EndpointHealth {
  if (endpoint.state === 'disabled') return endpoint;
  const { lastFailedAt } = endpoint;
  const wasQuiet = lastFailedAt !== null && now.getTime() - lastFailedAt.getTime() > QUIET_MS;
  const failingSince = wasQuiet ? now : (endpoint.failingSince ?? now);
  const failing = { failingSince, lastFailedAt: now };
  if (status === 410) return { state: 'disabled', reason: 'gone', ...failing };
  if (now.getTime() - failingSince.getTime() < DISABLED_AFTER_MS) return { ...endpoint, ...failing };
  return { state: 'disabled', reason: 'failing', ...failing };
}

/** Returns a delivery that starts again, with the same event id and three more days. */
export function replay(delivery: Delivery, now: Date): Delivery {
  return { ...delivery, state: 'pending', failures: 0, requestedAt: now, dueAt: now };
}
