import type { Figures } from './window.ts';

/** The headers of every answer of the API that say how much is left. */
export function rateHeaders({ limit, remaining, resetAt }: Figures): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': resetAt.toISOString(),
  };
}

/** The same in the contract. */
export const documentedRateHeaders = {
  'X-RateLimit-Limit': {
    type: 'integer',
    description: 'Requests per window of 60 s: of the API key, or of the address when there is no valid key',
  },
  'X-RateLimit-Remaining': { type: 'integer', description: 'Requests left in the window' },
  'X-RateLimit-Reset': { type: 'string', format: 'date-time', description: 'When the window ends' },
};
