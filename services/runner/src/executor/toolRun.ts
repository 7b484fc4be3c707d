import type { JobEnd } from '../child/runnerPipe.ts';
import type { Breach, Ending } from './executor.ts';
import { machineFailureIn } from './machineFailure.ts';
import type { HowEnded, WatchedProcess } from './watchedProcess.ts';

/** One job in a process: what the process says of it, and what becomes of it. */
export interface ToolRun {
  /** Resolves when the process says that the job has ended. */
  said: Promise<JobEnd>;
  /** Asks it to stop; its process is killed after `graceMs`. */
  stop(graceMs: number): void;
  /** Its process is not killed any more. */
  disarm(): void;
  /** A limit was exceeded. A tool that was asked to stop ends for that reason. */
  breached(found: Breach): void;
  /** Whether it went as jobs go: within its limits, not stopped, with nothing on stderr. */
  isUsual(): boolean;
  /** How it ended, with its process. */
  ending(how: HowEnded): Ending;
}

/** From now on what the process says is about this job. */
export function startRun(watched: WatchedProcess, onProgress: (percent: number) => void): ToolRun {
  const { streams } = watched;
  const said = Promise.withResolvers<JobEnd>();
  let ready = false;
  let breach: Breach | undefined;
  /** Set when it was asked to stop. */
  let killTimer: NodeJS.Timeout | undefined;

  watched.listen({ ready: () => (ready = true), progress: onProgress, ended: said.resolve });
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
      // Until it is ready it has read nothing of the job, so its stderr may be logged.
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
