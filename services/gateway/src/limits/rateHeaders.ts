import type { Figures } from './window.ts';

/** The rate limit headers of every API response. */
export function rateHeaders({ limit, remaining, resetAt }: Figures): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': resetAt.toISOString(),
  };
}

/** The same headers in the OpenAPI document. */
export const documentedRateHeaders = {
  'X-RateLimit-Limit': {
    type: 'integer',
    description: 'Requests allowed per 60-second window, per API key, or per IP address when there is no valid key',
  },
  'X-RateLimit-Remaining': { type: 'integer', description: 'Requests remaining in the current window' },
  'X-RateLimit-Reset': { type: 'string', format: 'date-time', description: 'When the current window ends' },
};
