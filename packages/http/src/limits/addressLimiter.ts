import type { Clock } from '@rotamer/kit/clock.ts';
import { LRUCache } from 'lru-cache';
import { addressBlock } from './addressBlock.ts';
import { type Verdict, WINDOW_SECONDS } from './window.ts';

/** Most addresses remembered. A client with more addresses evades the limit, but uses no more memory. */
const MAX_ADDRESSES = 20_000;

interface Window {
  endsAt: number;
  used: number;
}

/** Limits requests without a valid key, per address. */
export interface AddressLimiter {
  /** Returns whether one more request would be admitted, without counting it. */
  look(address: string): Verdict;
  /** Counts a request that carried no valid key. */
  spend(address: string): Verdict;
}

/** In memory, for this replica only. `limit`: requests without a valid key that one address may make in a window. */
export function createAddressLimiter(clock: Clock, limit: number): AddressLimiter {
  const windows = new LRUCache<string, Window>({ max: MAX_ADDRESSES });

  function windowOf(block: string, now: number): Window {
    const known = windows.get(block);
    return known && now < known.endsAt ? known : { endsAt: now + WINDOW_SECONDS * 1000, used: 0 };
  }

  function verdict({ endsAt, used }: Window, admitted: boolean, now: number): Verdict {
    return {
      admitted,
      limit,
      remaining: limit - used,
      resetAt: new Date(endsAt),
      retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
    };
  }

  return {
    look(address) {
      const now = clock().getTime();
      const window = windowOf(addressBlock(address), now);
      return verdict(window, window.used < limit, now);
    },
    spend(address) {
      const now = clock().getTime();
      const block = addressBlock(address);
      const window = windowOf(block, now);
      const admitted = window.used < limit;
      if (admitted) window.used++;
      windows.set(block, window);
      return verdict(window, admitted, now);
    },
  };
}
