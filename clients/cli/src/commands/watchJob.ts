import { type Job, WaitTimeoutError } from '@rotamer/client';
import type { Context } from '../context.ts';
import { exitCodeOfStatus } from '../exitCodes.ts';
import { jobLine } from '../output/jobLine.ts';
import { liveLine } from '../output/liveLine.ts';
import { words } from '../output/visible.ts';

export interface WatchOptions {
  /** Time limit in seconds. */
  timeout?: number;
  /** Print every state on a separate line, not only the last one. */
  lines?: boolean;
}

/** Waits for a job, shows its progress, and sets the exit code by how it ends. Ctrl-C leaves it running. */
export async function watchJob(
  { io, screen, exitWith }: Context,
  job: Job,
  { timeout, lines = false }: WatchOptions,
): Promise<void> {
  const live = liveLine(io);
  let seen = '';
  try {
    await job.wait({
      timeout,
      signal: io.interrupted,
      onState: (state) => {
        live.show(jobLine(state));
        if (lines && screen.json && JSON.stringify(state) !== seen) screen.line(state);
        seen = JSON.stringify(state);
      },
    });
  } catch (error) {
    live.end();
    if (io.interrupted.aborted || error instanceof WaitTimeoutError) comeBack(screen, job.id);
    throw error;
  }
  live.end();
  exitWith(exitCodeOfStatus(job.status));
}

/** Prints how to find the job again. */
export function comeBack(screen: Context['screen'], jobId: string): void {
  screen.note(words`The job goes on. Come back to it with: rotamer jobs watch ${jobId}`);
}
