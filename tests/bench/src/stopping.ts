/** Aborted when the bench is told to end. */
export const stopping = new AbortController();

/**
 * The result of some work, or an error as soon as the bench is told to end: whoever has started something stops it on
 * the way out.
 */
export async function untilStopped<Result>(work: Promise<Result>): Promise<Result> {
  const { signal } = stopping;
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
