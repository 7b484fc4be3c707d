import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Returns whether jobs gave no answer, in contrast to a refusal. An internal error counts as no answer too: the database of jobs may be
 * down.
 */
export function gaveNoAnswer(error: unknown): boolean {
  return error instanceof Fault && (error.code === 'service_unavailable' || error.code === 'internal_error');
}

/** Returns whether jobs refused this runner: the lease belongs to another attempt, or the job has ended. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Fault && !gaveNoAnswer(error);
}

/** Repeats a call until jobs responds, for as long as jobs is unavailable. A refusal or the signal ends it with an error. */
export async function askJobs<Answer>(ask: () => Promise<Answer>, signal: AbortSignal, log: Logger): Promise<Answer> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!gaveNoAnswer(error)) throw error;
      log.debug({ err: error }, 'jobs does not answer');
      await sleep(pauseMs, undefined, { signal });
    }
  }
}
