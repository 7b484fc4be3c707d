import { setImmediate } from 'node:timers/promises';

/** Lets the event loop see signals and messages between two items; true when the job shall go on. */
export async function goOn(signal: AbortSignal): Promise<boolean> {
  await setImmediate();
  return !signal.aborted;
}
