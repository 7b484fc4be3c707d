/** Why one attempt of a request failed. */
export type Failure =
  /** `wasSent`: the request may have arrived. `isFinal`: the next attempt would fail too, as with a wrong certificate. */
  | { kind: 'network'; wasSent: boolean; isFinal: boolean }
  | {
      kind: 'status';
      status: number;
      /** Seconds. */
      retryAfter?: number;
      /** An earlier attempt with the same idempotency key is still in progress. */
      isInProgress?: boolean;
      /** The workspace has reached its limit of active jobs. */
      isFull?: boolean;
    };

/** The retry policy of a request. */
export interface RetryPolicy {
  /**
   * `safe`: repeating the request has no second effect. `once`: it may have taken effect although its response was lost, so it is sent
   * again only when it certainly had no effect.
   */
  repeat: 'safe' | 'once';
  /** Milliseconds since the first failure during which attempts may begin; 0 for none. */
  retryForMs: number;
}

const BASE_MS = 500;
const MAX_BACKOFF_MS = 5_000;

/** Statuses after which a request is sent again: those of the API, of proxies and of content delivery networks. */
const passing: readonly number[] = [408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524];

/**
 * Returns how many milliseconds to wait before a request is sent again; undefined if it is not. The wait grows with each attempt, has
 * jitter, is never shorter than Retry-After, and ends within the time budget. `random` is from 0 to 1.
 *
 * @param spentMs milliseconds since the first failure
 */
export function retryDelay(
  failure: Failure,
  { triesSoFar, spentMs }: { triesSoFar: number; spentMs: number },
  { repeat, retryForMs }: RetryPolicy,
  random: number,
): number | undefined {
  const leftMs = retryForMs - spentMs;
  if (leftMs <= 0 || !mayRepeat(failure, repeat)) return undefined;
  const retryAfterMs = failure.kind === 'status' ? (failure.retryAfter ?? 0) * 1000 : 0;
  if (retryAfterMs > leftMs) return undefined;
  // Jitter is added to Retry-After, so that clients do not return at the same moment.
  if (retryAfterMs > 0) return retryAfterMs + random * 250;
  return Math.min(BASE_MS * 2 ** (triesSoFar - 1) * (0.5 + random), MAX_BACKOFF_MS, leftMs);
}

function mayRepeat(failure: Failure, repeat: RetryPolicy['repeat']): boolean {
  if (failure.kind === 'network') return !failure.isFinal && (repeat === 'safe' || !failure.wasSent);
  const { status, retryAfter, isInProgress = false, isFull = false } = failure;
  if (status === 429) return true;
  if (repeat !== 'safe') return false;
  return passing.includes(status) || isInProgress || (isFull && retryAfter !== undefined);
}
