/** The window of the public API's rate limits, in seconds; it begins with its first request. */
export const WINDOW_SECONDS = 60;

const WINDOW_MS = WINDOW_SECONDS * 1000;

/** Requests admitted from memory are written to the database within this time. */
export const SYNC_MS = 50;

/** What all replicas together may admit beyond the limit, in the worst interleaving: 5 %. */
const TOLERANCE = 1 / 20;

/** What a key may do, and how many replicas may judge it at the same time. */
export interface Rule {
  /** Requests per window. */
  limit: number;
  replicas: number;
}

/** A key's window, as one replica knows it. Its end is only as exact as the round trip to the database is short. */
export interface Window {
  /** By the database's clock; tells windows of a key apart. */
  startedAt: Date;
  /** Requests that the database knew of when it answered last. */
  used: number;
  /** It lasts at least until then (ms, this process's clock) … */
  lastsUntil: number;
  /** … and is over then. */
  overBy: number;
}

/** All that one replica knows of one key. */
export interface Tally {
  window?: Window;
  /** Requests admitted in this window that the database does not know of yet. */
  unsynced: number;
  /** When the oldest of them was admitted. */
  unsyncedSince: number;
}

/** What the database returns: see functions/spendRequests.sql. */
export interface Grant {
  startedAt: Date;
  used: number;
  /** How many of the waiting requests are admitted. */
  granted: number;
  /** The database's time. */
  now: Date;
}

/** What a response says about a limit. */
export interface Figures {
  limit: number;
  remaining: number;
  resetAt: Date;
  /** Until a new window begins. */
  retryAfterSeconds: number;
}

/** Whether one request is admitted, and the figures for its client. */
export interface Verdict extends Figures {
  admitted: boolean;
}

export const emptyTally: Tally = { unsynced: 0, unsyncedSince: 0 };

/**
 * How many requests of a key a replica admits before it writes to the database. While one replica admits up to the limit,
 * each of the others may have this many in memory: together they stay within the tolerance.
 */
export function ownShare({ limit, replicas }: Rule): number {
  return Math.floor((limit * TOLERANCE) / replicas);
}

/**
 * What to do with a request. `admit` it from memory while the known count, plus what other replicas may hold in memory, stays
 * below the limit; `refuse` it while the window is known to be full; else, and for a window's first, `ask` the database.
 */
export function judge({ window, unsynced, unsyncedSince }: Tally, rule: Rule, now: number): 'admit' | 'refuse' | 'ask' {
  if (!window || now >= window.lastsUntil) return 'ask';
  const known = window.used + unsynced;
  if (known >= rule.limit) return 'refuse';
  const share = ownShare(rule);
  const isFresh = unsynced === 0 || now - unsyncedSince < SYNC_MS;
  return isFresh && unsynced < share && known < rule.limit - share * rule.replicas ? 'admit' : 'ask';
}

/** Admits one more from memory. */
export function spendOne(tally: Tally, now: number): Tally {
  const unsyncedSince = tally.unsynced === 0 ? now : tally.unsyncedSince;
  return { ...tally, unsynced: tally.unsynced + 1, unsyncedSince };
}

/** Applies the database's answer; `told` is what this replica had reported to it. */
export function learn(tally: Tally, told: number, grant: Grant, sentAt: number, receivedAt: number): Tally {
  const { startedAt, used, now } = grant;
  const left = startedAt.getTime() + WINDOW_MS - now.getTime();
  const isSame = tally.window?.startedAt.getTime() === startedAt.getTime();
  return {
    window: { startedAt, used, lastsUntil: sentAt + left, overBy: receivedAt + left },
    // What was admitted while the statement was in flight; in a window that is over it no longer counts.
    unsynced: isSame ? tally.unsynced - told : 0,
    unsyncedSince: sentAt,
  };
}

/** A request that was judged, and all requests with it. */
export interface Judged {
  tally: Tally;
  admitted: boolean;
}

/** What memory alone says of a request; undefined when only the database can decide. `isAlone`: there is none to ask. */
export function fromMemory(tally: Tally, rule: Rule, now: number, isAlone: boolean): Judged | undefined {
  switch (judge(tally, rule, now)) {
    case 'refuse':
      return { tally, admitted: false };
    case 'admit':
      return { tally: spendOne(tally, now), admitted: true };
    case 'ask':
      return isAlone ? countAlone(tally, rule, now) : undefined;
  }
}

/** Without the database a replica counts locally, in a window of its own when it knows of no current one. */
export function countAlone(tally: Tally, { limit }: Rule, now: number): Judged {
  const { window } = tally;
  if (!window || now >= window.overBy) {
    const end = now + WINDOW_MS;
    const own = { startedAt: new Date(now), used: 0, lastsUntil: end, overBy: end };
    return { tally: { window: own, unsynced: 1, unsyncedSince: now }, admitted: true };
  }
  if (window.used + tally.unsynced >= limit) return { tally, admitted: false };
  return { tally: spendOne(tally, now), admitted: true };
}

/** The figures for a client whose request was just judged. */
export function figuresOf({ window, unsynced }: Tally, limit: number, now: number): Figures {
  if (!window) throw new Error('nothing was judged yet');
  return {
    limit,
    remaining: Math.max(0, limit - window.used - unsynced),
    resetAt: new Date(window.startedAt.getTime() + WINDOW_MS),
    retryAfterSeconds: Math.max(1, Math.ceil((window.overBy - now) / 1000)),
  };
}
