import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import type { RetryPolicy } from '../retryUntil.ts';

/** A retry policy with a fake clock. Waits take no time and advance the clock. */
export function fakeRetryPolicy(more: Partial<RetryPolicy> = {}) {
  const goOn = new AbortController().signal;
  const clock = { now: 0 };
  const waits: number[] = [];
  const retry: RetryPolicy = {
    ...{ signal: goOn, leaving: goOn, until: 300_000, log: quietLog },
    now: () => clock.now,
    async sleep(ms) {
      waits.push(ms);
      clock.now += ms;
    },
    ...more,
  };
  return { retry, clock, waits };
}
