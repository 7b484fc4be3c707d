export interface Pauses {
  firstMs: number;
  longestMs: number;
}

/**
 * Returns the milliseconds to wait after `failures` failures in a row (1 or more): doubled after each, up to the longest pause. `random` (0
 * to 1) takes away up to half, so that clients hit by one outage do not return at the same moment.
 */
export function backOff(failures: number, { firstMs, longestMs }: Pauses, random: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs) * (1 - random / 2);
}
