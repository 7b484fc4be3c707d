import { eventually as inAShortWhile } from '@rotamer/kit/testing/eventually.ts';

/** Waits for a condition of the cluster. Checks once a second, because each check starts programs. */
export const eventually: typeof inAShortWhile = (check, timeout, interval = 1_000) =>
  inAShortWhile(check, timeout, interval);
