export interface Pauses {
  firstMs: number;
  longestMs: number;
}

/**
 * Milliseconds to wait after so many failures in a row (1 or more): twice as long after each, up to the longest. `random`
 * (0 to 1) takes up to half of it away, so that those whom one outage hit do not all come back at the same moment.
 */
export function backOff(failures: number, { firstMs, longestMs }: Pauses, random: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs) * (1 - random / 2);
}
