import { type Quota, WINDOW_SECONDS } from './window.ts';

/**
 * The rate limit headers of every API response: the contract's own, and those of the IETF draft "RateLimit header fields for
 * HTTP" (draft-ietf-httpapi-ratelimit-headers-10), which libraries understand. `w` is the window and `t` the time until the next
 * one, both in seconds.
 */
export function rateHeaders({ limit, remaining, resetAt, retryAfterSeconds }: Quota): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': resetAt.toISOString(),
    'ratelimit-policy': `"requests";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"requests";r=${remaining};t=${retryAfterSeconds}`,
  };
}
