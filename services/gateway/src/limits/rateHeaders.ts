import type { Quota } from './window.ts';

/** The rate limit headers of every API response. */
export function rateHeaders({ limit, remaining, resetAt }: Quota): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': resetAt.toISOString(),
  };
}
