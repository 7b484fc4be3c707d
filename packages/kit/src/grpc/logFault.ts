import { errorTable } from '../errors/errorTable.ts';
import { type Fault, toFault } from '../errors/fault.ts';
import type { Logger } from '../process/log.ts';

/**
 * Logs a call, or one request of a batch call, that ended with a fault. `started` is a time of performance.now(),
 * `ids` those of the call.
 */
export function logFault(log: Logger, fault: Fault, started: number, ids: object = {}): void {
  const line = { ...ids, code: fault.code, ms: Math.round(performance.now() - started) };
  if (errorTable[fault.code].http >= 500) log.error({ ...line, err: fault.cause ?? fault }, 'call failed');
  else log.debug({ ...line, err: fault.cause }, 'call rejected');
}

/** Logs the failed requests of a batch call, one line for each distinct error. */
export function logFaults(log: Logger, verdicts: unknown[], started: number): void {
  for (const verdict of new Set(verdicts)) if (verdict instanceof Error) logFault(log, toFault(verdict), started);
}
