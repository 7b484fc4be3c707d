import { EventEmitter } from 'node:events';
import type { JobPhase } from './jobPhase.ts';

/** Where the Jobs that were seen stand, by name. */
export interface JobPhases {
  /** Where the Job stood last; undefined: it was not seen. */
  phase(name: string): JobPhase | undefined;
  /** Resolves once the Job's phase is among those wanted; rejects when the signal aborts. */
  until<At extends JobPhase['at']>(
    name: string,
    wanted: readonly At[],
    signal: AbortSignal,
  ): Promise<JobPhase & { at: At }>;
  /** The Job was seen in this phase. One that is gone is forgotten as soon as those who wait for it know. */
  note(name: string, phase: JobPhase): void;
}

export function createJobPhases(): JobPhases {
  const phases = new Map<string, JobPhase>();
  const seen = new EventEmitter<Record<string, []>>().setMaxListeners(0);
  return {
    phase: (name) => phases.get(name),
    until: (name, wanted, signal) =>
      new Promise((resolve, reject) => {
        seen.on(name, look);
        signal.addEventListener('abort', look, { once: true });
        look();

        function look(): void {
          const phase = phases.get(name);
          const found = phase && (wanted as readonly string[]).includes(phase.at);
          if (!found && !signal.aborted) return;
          seen.off(name, look);
          signal.removeEventListener('abort', look);
          if (found) resolve(phase as never);
          else reject(signal.reason);
        }
      }),
    note(name, phase) {
      phases.set(name, phase);
      seen.emit(name);
      if (phase.at === 'gone') phases.delete(name);
    },
  };
}
