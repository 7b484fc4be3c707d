/** The most bytes of one part of a log. */
export const MAX_PART_BYTES = 128 * 1024;

/** The first bytes of a log, which are always kept. */
export const HEAD_BYTES = 192 * 1024;

/** The last bytes of a log that are kept, apart from its head. */
export const TAIL_BYTES = 576 * 1024;

/** Attempts of a job whose logs are kept; the oldest are deleted first. */
export const MAX_LOGS = 3;

/**
 * Returns the range in which parts of a log are deleted: those that begin at or after `from` and end at or before `to`.
 * The log ends at `end`, in bytes. Its head and its tail stay, each with at most one part more: together 1 MiB.
 */
export function middleOf(end: number): { from: number; to: number } {
  return { from: HEAD_BYTES, to: end - TAIL_BYTES };
}
