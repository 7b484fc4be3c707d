import { describe, expect, it, vi } from 'vitest';
import { LastingFailure } from './blobs/attemptBlobs.ts';
import { retryUntil } from './retryUntil.ts';
import { fakeRetryPolicy } from './testing/fakeRetryPolicy.ts';

const away = () => Promise.reject(new Error('the store is away'));

describe('a failed call to the blob store', () => {
  it('succeeds soon after an outage of minutes, with few calls during the outage', async () => {
    const { retry, clock, waits } = fakeRetryPolicy();
    const outageMs = 240_000;
    await retryUntil(async () => clock.now < outageMs && away(), retry);
    expect(clock.now).toBeLessThanOrEqual(outageMs + 10_000);
    expect(waits[0]).toBeLessThanOrEqual(200);
    expect(waits.length).toBeLessThan(60);
  });

  it('is given up at the end of its time, with the last error of the store', async () => {
    const { retry, clock } = fakeRetryPolicy({ until: 60_000 });
    await expect(retryUntil(away, retry)).rejects.toThrow('the store is away');
    expect(clock.now).toBeGreaterThan(50_000);
    expect(clock.now).toBeLessThanOrEqual(60_000);
  });

  it('is given up after a few tries when the failure looks permanent', async () => {
    const { retry } = fakeRetryPolicy();
    const work = vi.fn(() => Promise.reject(new LastingFailure('no')));
    await expect(retryUntil(work, retry)).rejects.toThrow('no');
    expect(work).toHaveBeenCalledTimes(5);
  });

  it('is not retried any more once the runner drains', async () => {
    const leaving = new AbortController();
    // Like the real wait, but only the signal ends it.
    const { retry } = fakeRetryPolicy({ leaving: leaving.signal, until: Number.MAX_VALUE });
    const endless = (_: number, signal: AbortSignal) =>
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const sleep = vi.fn(endless);
    const given = retryUntil(away, { ...retry, sleep });
    await vi.waitFor(() => expect(sleep).toHaveBeenCalled());
    leaving.abort();
    await expect(given).rejects.toThrow('the store is away');
    await expect(retryUntil(away, retry)).rejects.toThrow('the store is away');
  });

  it('is not repeated when the lease is gone after a wait', async () => {
    const gone = new AbortController();
    const work = vi.fn(away);
    const { retry } = fakeRetryPolicy({ signal: gone.signal, confirm: async () => gone.abort() });
    await expect(retryUntil(work, retry)).rejects.toThrow('aborted');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
