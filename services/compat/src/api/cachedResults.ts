import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from './apiError.ts';
import type { Api, Caller, ResultSummary } from './gateway.ts';

/** Results that are kept, each with up to 200 files. The result of an ended job does not change. */
const MAX_KEPT = 200;
const KEPT_MS = 120_000;

/** The longest pause before the second attempt, in seconds: the API allows one read of a result in 5 s. */
const MAX_PAUSE = 5;

export type ReadResult = (caller: Caller, api: Api, jobId: string) => Promise<ResultSummary>;

/**
 * Returns a function that reads results, and keeps them for two minutes for the caller that read them. Clients of these
 * protocols list a result and fetch each file within a second, and the API lets a key list a result once in 5 s.
 */
export function cacheResults(now: () => number): ReadResult {
  const kept = new Map<string, { until: number; result: ResultSummary }>();
  return async (caller, api, jobId) => {
    const id = `${createHash('sha256')
      .update(caller.key ?? '')
      .digest('hex')} ${jobId}`;
    const known = kept.get(id);
    if (known && known.until > now()) return known.result;
    const result = await api.result(jobId).catch(async (error: unknown) => {
      const seconds = error instanceof ApiError && error.code === 'rate_limited' ? error.retryAfterSeconds : undefined;
      if (seconds === undefined || seconds > MAX_PAUSE) throw error;
      await sleep(seconds * 1000);
      return api.result(jobId);
    });
    kept.delete(id);
    kept.set(id, { until: now() + KEPT_MS, result });
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
    return result;
  };
}
