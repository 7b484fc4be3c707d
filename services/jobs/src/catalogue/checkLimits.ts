import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';

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

const RETRY_AFTER_SECONDS = 2;

/** Returns the refusal of a check for which the machine had no time. */
export function overloaded(): Fault {
  return busy('The service is overloaded and could not validate the request in time');
}

/** Returns the refusal of a check whose workspace has reached its limit of waiting checks. */
export function tooManyWaiting(): Fault {
  return busy('Too many requests of this workspace are waiting for validation');
}

/** Returns the error for the sender of a check that exceeded a limit. */
export function exceededFault(exceeded: Exceeded, { processorMs }: CheckLimits): Fault {
  if (exceeded === 'wall') return overloaded();
  const message = `could not be validated within ${processorMs / 1_000} s; send fewer or shorter records`;
  return validationFault([{ path: 'input.inputs', message }]);
}

function busy(message: string): Fault {
  return new Fault('service_unavailable', `${message}; retry after ${RETRY_AFTER_SECONDS} seconds.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
