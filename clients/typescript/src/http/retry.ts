/** What went wrong with one try of a request. */
export type Failure =
  | { kind: 'network' }
  /** `isInProgress`: an earlier try with the same idempotency key has not ended yet. */
  | { kind: 'status'; status: number; retryAfter?: number; isInProgress?: boolean };

/** How often a request may be sent again. */
export interface Repeatability {
  /**
   * `safe`: repeating it has no second effect. `once`: it may have taken effect although its answer was lost, so it is sent
   * again only when it was certainly refused.
   */
  repeat: 'safe' | 'once';
  maxRetries: number;
}

/** A longer Retry-After is an answer for the caller, not for a loop, in seconds. */
export const RETRY_AFTER_CEILING = 60;

const BASE_MS = 500;

/**
 * How many milliseconds to wait before a request is sent again; undefined: not at all. Network failures, 429, 500, 503 and the
 * refusal while an earlier try is in progress are tried again, with jitter; Retry-After is obeyed up to a ceiling. `random` is
 * from 0 to 1.
 */
export function retryDelay(
  failure: Failure,
  triesSoFar: number,
  { repeat, maxRetries }: Repeatability,
  random: number,
): number | undefined {
  if (triesSoFar > maxRetries) return undefined;
  const backoff = BASE_MS * 2 ** (triesSoFar - 1) * (0.5 + random);
  if (failure.kind === 'network') return repeat === 'safe' ? backoff : undefined;
  const { status, retryAfter = 0, isInProgress = false } = failure;
  const mayRepeat = status === 429 || (repeat === 'safe' && (status === 500 || status === 503 || isInProgress));
  if (!mayRepeat || retryAfter > RETRY_AFTER_CEILING) return undefined;
  // Never earlier than asked for; the jitter comes on top, so that not everybody returns in the same moment.
  return retryAfter > 0 ? retryAfter * 1000 + random * 250 : backoff;
}
