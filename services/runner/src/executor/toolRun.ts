import type { JobEnd } from '../child/runnerPipe.ts';
import type { Breach, Ending, Order } from './executor.ts';
import { machineFailureIn } from './machineFailure.ts';
import type { HowEnded, WatchedProcess } from './watchedProcess.ts';

/** One job in a process. */
export interface ToolRun {
  /** Resolves when the process reports the end of the job. */
  said: Promise<JobEnd>;
  /** Asks the tool to stop; its process is killed after `graceMs`. */
  stop(graceMs: number): void;
  /** Cancels the kill after `stop`. */
  disarm(): void;
  /** Records an exceeded limit. If the tool was asked to stop before, that reason stays. */
  breached(found: Breach): void;
  /** Whether the job ran as expected: within its limits, not stopped, with nothing on stderr. */
  isUsual(): boolean;
  /** Returns how the job ended, from the end of its process. */
  ending(how: HowEnded): Ending;
}

/** Where messages of a job go. */
type Reports = Pick<Order, 'onProgress' | 'onPrograms'>;

/** Starts to listen: from now on the messages of the process are about this job. */
export function startRun(watched: WatchedProcess, { onProgress, onPrograms }: Reports): ToolRun {
  const { streams } = watched;
  const said = Promise.withResolvers<JobEnd>();
  let ready = false;
  let breach: Breach | undefined;
  /** Set when the tool was asked to stop. */
  let killTimer: NodeJS.Timeout | undefined;

  watched.listen({
    ready: () => (ready = true),
    progress: onProgress,
    programs: onPrograms,
    ended: said.resolve,
  });
  return {
    said: said.promise,
    stop(graceMs) {
      watched.tell('stop');
      killTimer ??= setTimeout(watched.kill, graceMs);
    },
    disarm: () => clearTimeout(killTimer),
    breached(found) {
      if (!killTimer) breach ??= found;
    },
    isUsual: () => !breach && !killTimer && streams.tail() === '',
    ending(how) {
      // Before `ready` the process has read nothing of the job, so its stderr may be logged.
      if (!ready && !breach && !killTimer) {
        const cause = new Error(`the child did not start (${how.code ?? how.signal}): ${streams.tail()}`);
        return { kind: 'not_started', cause };
      }
      const { code, signal, diskWasFull } = how;
      const machine = diskWasFull ? 'disk full' : machineFailureIn(streams.tail());
      return { kind: 'ended', code, signal, breach, outOfMemory: streams.saysOutOfMemory(), machine };
    },
  };
}
