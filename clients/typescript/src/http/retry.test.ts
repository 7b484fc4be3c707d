import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Failure, retryDelay } from './retry.ts';

const safe = { repeat: 'safe', retryForMs: 60_000 } as const;
const once = { repeat: 'once', retryForMs: 60_000 } as const;
const first = { triesSoFar: 1, spentMs: 0 };
const statusOf = (status: number, more: object = {}): Failure => ({ kind: 'status', status, ...more });
const network = (more: object = {}): Failure => ({ kind: 'network', wasSent: true, isFinal: false, ...more });

describe('a failed request', () => {
  it.each([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])('is sent again after %i', (status) => {
    expect(retryDelay(statusOf(status), first, safe, 0)).toBe(250);
    expect(retryDelay(statusOf(status), { triesSoFar: 2, spentMs: 300 }, safe, 0)).toBe(500);
    expect(retryDelay(statusOf(status), { triesSoFar: 9, spentMs: 30_000 }, safe, 1)).toBe(5_000);
  });

  it.each([400, 401, 402, 403, 404, 407, 409, 413, 501, 505, 525])('is not sent again after %i', (status) => {
    expect(retryDelay(statusOf(status), first, safe, 0)).toBeUndefined();
  });

  it('is sent again until its time has passed, with a last attempt at the end', () => {
    expect(retryDelay(statusOf(502), { triesSoFar: 20, spentMs: 59_000 }, safe, 1)).toBe(1_000);
    expect(retryDelay(statusOf(502), { triesSoFar: 21, spentMs: 60_000 }, safe, 0)).toBeUndefined();
    expect(retryDelay(network(), first, { ...safe, retryForMs: 0 }, 0)).toBeUndefined();
  });

  it('is sent again after 409 only while an attempt with its key is in progress', () => {
    const inProgress = statusOf(409, { retryAfter: 1, isInProgress: true });
    expect(retryDelay(inProgress, first, safe, 0)).toBe(1000);
    expect(retryDelay(inProgress, first, once, 0)).toBeUndefined();
  });

  it('waits while there are too many active jobs if Retry-After is given', () => {
    const full = { isFull: true };
    expect(retryDelay(statusOf(402, { ...full, retryAfter: 5 }), first, safe, 0)).toBe(5000);
    expect(retryDelay(statusOf(402, full), first, safe, 0)).toBeUndefined();
    expect(retryDelay(statusOf(402, { ...full, retryAfter: 5 }), first, once, 0)).toBeUndefined();
  });

  it('is sent again only if it had no effect, when repeating it would do harm', () => {
    expect(retryDelay(network(), first, safe, 0)).toBeDefined();
    expect(retryDelay(network(), first, once, 0)).toBeUndefined();
    expect(retryDelay(network({ wasSent: false }), first, once, 0)).toBeDefined();
    for (const status of [408, 500, 502, 503, 504]) {
      expect(retryDelay(statusOf(status), first, once, 0)).toBeUndefined();
    }
    expect(retryDelay(statusOf(429), first, once, 0)).toBeDefined();
  });

  it('is not sent again when the next attempt would fail too', () => {
    expect(retryDelay(network({ wasSent: false, isFinal: true }), first, safe, 0)).toBeUndefined();
  });

  it('waits at least as long as Retry-After, and never beyond its time', () => {
    const figures = [
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 70_000 }),
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ] as const;
    fc.assert(
      fc.property(...figures, (retryAfter, spentMs, triesSoFar, random) => {
        const delay = retryDelay(statusOf(429, { retryAfter }), { triesSoFar, spentMs }, safe, random);
        if (delay === undefined) return spentMs >= 60_000 || retryAfter * 1000 > 60_000 - spentMs;
        return delay >= retryAfter * 1000 && spentMs + delay <= 60_000 + 250;
      }),
    );
  });
});
