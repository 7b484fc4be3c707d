/** Milliseconds of one check: on the clock, and those in which its thread computed. */
export interface CheckTime {
  wallMs: number;
  processorMs: number;
}

/** What a check may take. */
export type CheckLimits = CheckTime;

export const CHECK_LIMITS: CheckLimits = { processorMs: 2_000, wallMs: 8_000 };

/** Why a check goes on no longer: it computes for too long, or its thread was not given a processor. */
export type Exceeded = 'processor' | 'wall';

/** Only time that a check itself computed is the fault of who sent it. */
export function exceeded(taken: CheckTime, limits: CheckLimits): Exceeded | undefined {
  if (taken.processorMs >= limits.processorMs) return 'processor';
  return taken.wallMs >= limits.wallMs ? 'wall' : undefined;
}
