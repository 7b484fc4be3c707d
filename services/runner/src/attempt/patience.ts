import type { Patience } from '../persist.ts';
import type { KeepLeaseDeps, KeptLease } from './keepLease.ts';

/**
 * How long inputs are tried to be fetched. Jobs gives an attempt ten minutes from its claim to the tool's start, of which a
 * pod may have waited the first half for its start; the URLs of inputs are good for ten minutes too.
 */
export const FETCH_MS = 300_000;

type Clock = Pick<KeepLeaseDeps, 'now' | 'log'> & Pick<Patience, 'sleep'>;

/** With the fetching of inputs: the tool has not run, so that whatever would stop it ends this too. */
export function patienceOfFetching({ stopped }: KeptLease, { now, log, sleep }: Clock): Patience {
  return { signal: stopped, leaving: stopped, until: now() + FETCH_MS, now, log, sleep };
}

/** With the storing of a result, also of a tool that was stopped. A runner that drains waits no more, but lets a try end. */
export function patienceOfStoring(kept: KeptLease, { now, log, sleep }: Clock): Patience {
  const { gone, leaving, confirm } = kept;
  return { signal: gone, leaving, until: kept.storeUntil(), now, confirm, log, sleep };
}
