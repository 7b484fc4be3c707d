/** Milliseconds of one check: elapsed time, and CPU time of its thread. */
export interface CheckTime {
  wallMs: number;
  processorMs: number;
}

/** The limits of one check. */
export type CheckLimits = CheckTime;

export const CHECK_LIMITS: CheckLimits = { processorMs: 2_000, wallMs: 8_000 };

/**
 * Why a check was stopped: it used too much CPU time, or its thread did not get enough CPU time before the deadline.
 */
export type Exceeded = 'processor' | 'wall';

/**
 * Returns the limit that a check has exceeded. The CPU limit comes first, because only CPU time of the check itself is
 * the sender's fault.
 */
export function exceeded(taken: CheckTime, limits: CheckLimits): Exceeded | undefined {
  if (taken.processorMs >= limits.processorMs) return 'processor';
  return taken.wallMs >= limits.wallMs ? 'wall' : undefined;
}
