import type { Worker } from 'node:worker_threads';
import type { Heartbeats } from './messages.ts';

/** How long a thread may be without a heartbeat. */
export interface Silence {
  /** Milliseconds of processor time: above this, a file that the thread inspects is at fault. */
  processorMs: number;
  /** Milliseconds on the clock: above this, the machine gave the thread no processor time or disk. */
  wallMs: number;
}

/** How long a thread may take to start on a busy machine, in milliseconds. */
const START_MS = 30_000;

/** Checks the heartbeats of a thread, and calls `onSilent` once when there has been none for too long. */
export function watchThread(
  thread: Worker,
  beats: Heartbeats,
  limits: Silence,
  onSilent: (computed: boolean) => void,
): { end(): void } {
  let seen = 0;
  let since = performance.now();
  let spent = processorTime(thread);
  const looking = setInterval(look, Math.min(1_000, limits.processorMs / 2)).unref();

  function look(): void {
    const now = performance.now();
    const beat = Atomics.load(beats, 0);
    if (beat !== seen) {
      [seen, since] = [beat, now];
      spent = processorTime(thread);
      return;
    }
    // While the thread loads its program, processor time is not blamed on a file.
    const isStarting = seen === 0;
    if (!isStarting) spent.ask();
    const computed = spent.ms() >= limits.processorMs;
    if (!computed && now - since < (isStarting ? START_MS : limits.wallMs)) return;
    clearInterval(looking);
    onSilent(computed);
  }

  return { end: () => clearInterval(looking) };
}

/** Measures the processor time of a thread between the first response and the last. A thread responds also while it computes. */
function processorTime(thread: Worker): { ask(): void; ms(): number } {
  let first: number | undefined;
  let last = 0;
  return {
    ask() {
      thread.cpuUsage().then(
        ({ user, system }) => {
          last = (user + system) / 1_000;
          first ??= last;
        },
        // A thread that has ended does not respond.
        () => undefined,
      );
    },
    ms: () => last - (first ?? last),
  };
}
