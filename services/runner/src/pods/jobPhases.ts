import { EventEmitter } from 'node:events';
import type { JobPhase } from './jobPhase.ts';

/** The phases of all Jobs that were seen, by name. */
export interface JobPhases {
  /** Returns the last phase of the Job; undefined: it was not seen. */
  phase(name: string): JobPhase | undefined;
  /** Resolves once the Job is in one of the wanted phases; rejects when the signal aborts. */
  until<At extends JobPhase['at']>(
    name: string,
    wanted: readonly At[],
    signal: AbortSignal,
  ): Promise<JobPhase & { at: At }>;
  /** Records the phase of a Job. A Job that is gone is removed as soon as all waits for it have been notified. */
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
