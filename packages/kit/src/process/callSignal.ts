import { AsyncLocalStorage } from 'node:async_hooks';
import { AbortError } from 'abort-controller-x';

const current = new AsyncLocalStorage<AbortSignal | undefined>();

/** Returns the signal that is aborted when nobody waits for the current call any more; undefined in background loops. */
export function callSignal(): AbortSignal | undefined {
  return current.getStore();
}

/** Does the work of one call: its database statements end with the call. */
export function inCall<Result>(signal: AbortSignal | undefined, work: () => Result): Result {
  return current.run(signal, work);
}

/** Does work whose result several calls share: the work does not end with the call that started it. */
export function forAllCalls<Result>(work: () => Result): Result {
  return current.run(undefined, work);
}

/** Returns the result of `work`, or throws an AbortError as soon as `signal` is aborted. The work itself goes on. */
export async function whileWanted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  const unwanted = Promise.withResolvers<never>();
  const giveUp = () => unwanted.reject(new AbortError());
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([work, unwanted.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
