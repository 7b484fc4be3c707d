import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { CheckLimits, Exceeded } from './checkLimits.ts';

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
