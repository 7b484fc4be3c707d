/** The window of the public API's rate limits, in seconds; it begins with its first request. */
export const WINDOW_SECONDS = 60;

const WINDOW_MS = WINDOW_SECONDS * 1000;

/** Requests admitted from memory are written to the database within this time. */
export const SYNC_MS = 50;

/** What all replicas together may admit beyond the limit, in the worst interleaving: 5 %. */
const TOLERANCE = 1 / 20;

/** The limit of a key, and the number of replicas that may decide on its requests at the same time. */
export interface Rule {
  /** Requests per window. */
  limit: number;
  replicas: number;
}

/** A key's window, as one replica knows it. Its end is uncertain by the round trip to the database. */
export interface Window {
  /** By the database's clock; identifies a window of the key. */
  startedAt: Date;
  /** Requests counted in the database at its last response. */
  used: number;
  /** The window lasts at least until then (ms, this process's clock) … */
  lastsUntil: number;
  /** … and has ended by then. */
  overBy: number;
}

/** Everything that one replica knows of one key. */
export interface Counter {
  window?: Window;
  /** Requests admitted in this window that are not in the database yet. */
  unsent: number;
  /** When the oldest of these requests was admitted. */
  unsentSince: number;
}

/** One replica's report about a key, and its request for more. */
export interface Spending {
  keyId: string;
  /** Start of the window in which `spent` was counted. */
  window?: Date;
  /** Requests already admitted from memory. */
  spent: number;
  /** Requests waiting for the decision. */
  wanted: number;
  limit: number;
}

/** The database's response: see `spendRequests.sql` of the gateway. */
export interface Grant {
  startedAt: Date;
  used: number;
  /** How many of the waiting requests are admitted. */
  granted: number;
  /** The database's time. */
  now: Date;
}

/** The figures about a limit in a response. */
export interface Quota {
  limit: number;
  remaining: number;
  resetAt: Date;
  /** Seconds until a new window begins. */
  retryAfterSeconds: number;
}

/** Whether one request is admitted, and the figures for its client. */
export interface Verdict extends Quota {
  admitted: boolean;
}

export const emptyCounter: Counter = { unsent: 0, unsentSince: 0 };

/**
 * Returns how many requests of a key a replica may admit before it writes to the database. While one replica admits up to the
 * limit, each other replica may have this many in memory. Together they stay within the tolerance.
 */
export function ownShare({ limit, replicas }: Rule): number {
  return Math.floor((limit * TOLERANCE) / replicas);
}

/**
 * Decides on a request. `admit` it from memory while the known count, plus what other replicas may hold in memory, is below the
 * limit. `refuse` it while the window is known to be full. Otherwise, and for the first request of a window, `ask` the database.
 */
export function decide({ window, unsent, unsentSince }: Counter, rule: Rule, now: number): 'admit' | 'refuse' | 'ask' {
  if (!window || now >= window.lastsUntil) return 'ask';
  const known = window.used + unsent;
  if (known >= rule.limit) return 'refuse';
  const share = ownShare(rule);
  const isFresh = unsent === 0 || now - unsentSince < SYNC_MS;
  return isFresh && unsent < share && known < rule.limit - share * rule.replicas ? 'admit' : 'ask';
}

/** Counts one more request as admitted from memory. */
export function spendOne(counter: Counter, now: number): Counter {
  const unsentSince = counter.unsent === 0 ? now : counter.unsentSince;
  return { ...counter, unsent: counter.unsent + 1, unsentSince };
}

/** Applies the database's response. `told` is the number of requests that this replica had reported. */
export function learn(counter: Counter, told: number, grant: Grant, sentAt: number, receivedAt: number): Counter {
  const { startedAt, used, now } = grant;
  const left = startedAt.getTime() + WINDOW_MS - now.getTime();
  const isSame = counter.window?.startedAt.getTime() === startedAt.getTime();
  return {
    window: { startedAt, used, lastsUntil: sentAt + left, overBy: receivedAt + left },
    // Keeps the requests admitted while the statement was in flight. In a window that has ended they no longer count.
    unsent: isSame ? counter.unsent - told : 0,
    unsentSince: sentAt,
  };
}

/** A decision, with the count after it. */
export interface Decision {
  counter: Counter;
  admitted: boolean;
}

/** Decides on a request from memory; undefined when only the database can decide. `isAlone`: the database is unavailable. */
export function fromMemory(counter: Counter, rule: Rule, now: number, isAlone: boolean): Decision | undefined {
  switch (decide(counter, rule, now)) {
    case 'refuse':
      return { counter, admitted: false };
    case 'admit':
      return { counter: spendOne(counter, now), admitted: true };
    case 'ask':
      return isAlone ? countAlone(counter, rule, now) : undefined;
  }
}

/** Counts locally while the database is unavailable, in the known window or, without a current one, in a new local window. */
export function countAlone(counter: Counter, { limit }: Rule, now: number): Decision {
  const { window } = counter;
  if (!window || now >= window.overBy) {
    const end = now + WINDOW_MS;
    const own = { startedAt: new Date(now), used: 0, lastsUntil: end, overBy: end };
    return { counter: { window: own, unsent: 1, unsentSince: now }, admitted: true };
  }
  if (window.used + counter.unsent >= limit) return { counter, admitted: false };
  return { counter: spendOne(counter, now), admitted: true };
}

/** Returns the figures for the client of a request that was just decided. */
export function quotaOf({ window, unsent }: Counter, limit: number, now: number): Quota {
  if (!window) throw new Error('nothing was judged yet');
  return {
    limit,
    remaining: Math.max(0, limit - window.used - unsent),
    resetAt: new Date(window.startedAt.getTime() + WINDOW_MS),
    retryAfterSeconds: Math.max(1, Math.ceil((window.overBy - now) / 1000)),
  };
}
