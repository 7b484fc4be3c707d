import { setImmediate } from 'node:timers/promises';

/** Lets the event loop see signals and messages between two items; true when the job should continue. */
export async function goOn(signal: AbortSignal): Promise<boolean> {
  await setImmediate();
  return !signal.aborted;
}
