import { setImmediate } from 'node:timers/promises';

/** Lets the event loop handle signals and messages between two items. Returns whether the job should continue. */
export async function goOn(signal: AbortSignal): Promise<boolean> {
  await setImmediate();
  return !signal.aborted;
}
