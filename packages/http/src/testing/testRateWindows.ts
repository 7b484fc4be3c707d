import type { Clock } from '@rotamer/kit/clock.ts';
import { type Grant, type Spending, WINDOW_SECONDS } from '../limits/window.ts';

/** The shared rate windows in memory. Does the same as the function `spend_requests`; a test compares the two. */
export function testRateWindows(clock: Clock) {
  const rows = new Map<string, { startedAt: Date; used: number }>();
  return async ({ keyId, window, spent, wanted, limit }: Spending): Promise<Grant> => {
    const now = clock();
    let { startedAt, used } = rows.get(keyId) ?? { startedAt: new Date(0), used: 0 };
    if (now.getTime() < startedAt.getTime() + WINDOW_SECONDS * 1000) {
      if (window?.getTime() === startedAt.getTime()) used += spent;
    } else if (wanted > 0) {
      startedAt = now;
      used = 0;
    }
    const granted = Math.min(wanted, Math.max(0, limit - used));
    rows.set(keyId, { startedAt, used: used + granted });
    return { startedAt, used: used + granted, granted, now };
  };
}
