import { eventually as inAShortWhile } from '@rotamer/kit/testing/eventually.ts';

/** Waits for a condition of the cluster. Each look starts programs, so there is one a second. */
export const eventually: typeof inAShortWhile = (check, timeout, interval = 1_000) =>
  inAShortWhile(check, timeout, interval);
