import type { Figures } from './window.ts';

/** The rate limit headers of every API response. */
export function rateHeaders({ limit, remaining, resetAt }: Figures): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': resetAt.toISOString(),
  };
}
