import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RETRY_AFTER_CEILING, retryDelay } from './retry.ts';

const safe = { repeat: 'safe', maxRetries: 2 } as const;
const once = { repeat: 'once', maxRetries: 2 } as const;
const statusOf = (status: number, retryAfter?: number) => ({ kind: 'status', status, retryAfter }) as const;

describe('a failed request', () => {
  it.each([429, 500, 503])('is sent again after %i', (status) => {
    expect(retryDelay(statusOf(status), 1, safe, 0)).toBe(250);
    expect(retryDelay(statusOf(status), 2, safe, 0)).toBe(500);
    expect(retryDelay(statusOf(status), 3, safe, 0)).toBeUndefined();
  });

  it.each([400, 401, 402, 403, 404, 409, 413, 501])('is not sent again after %i', (status) => {
    expect(retryDelay(statusOf(status), 1, safe, 0)).toBeUndefined();
  });

  it('is sent again after 409 only where an earlier try with its key is in progress', () => {
    const inProgress = { ...statusOf(409, 1), isInProgress: true };
    expect(retryDelay(inProgress, 1, safe, 0)).toBe(1000);
    expect(retryDelay(inProgress, 1, once, 0)).toBeUndefined();
  });

  it('is sent again only when it was certainly refused, if a second effect would hurt', () => {
    expect(retryDelay({ kind: 'network' }, 1, safe, 0)).toBeDefined();
    expect(retryDelay({ kind: 'network' }, 1, once, 0)).toBeUndefined();
    expect(retryDelay(statusOf(503), 1, once, 0)).toBeUndefined();
    expect(retryDelay(statusOf(429), 1, once, 0)).toBeDefined();
  });

  it('never waits less than Retry-After, and never longer than its ceiling', () => {
    const figures = [fc.integer({ min: 1, max: 1_000 }), fc.double({ min: 0, max: 1, noNaN: true })] as const;
    fc.assert(
      fc.property(...figures, (retryAfter, random) => {
        const delay = retryDelay(statusOf(429, retryAfter), 1, safe, random);
        if (retryAfter > RETRY_AFTER_CEILING) return delay === undefined;
        return delay! >= retryAfter * 1000 && delay! <= RETRY_AFTER_CEILING * 1000 + 250;
      }),
    );
  });
});
