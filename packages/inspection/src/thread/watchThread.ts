import type { Worker } from 'node:worker_threads';
import type { Heartbeats } from './heartbeats.ts';

/** How long a thread may go without a heartbeat. */
export interface Silence {
  /** Milliseconds in which it computed: the fault of a file that it inspects. */
  processorMs: number;
  /** Milliseconds on the clock: the machine gave it no processor, or no disk. */
  wallMs: number;
}

/** How long a thread may take to start on a busy machine, in milliseconds. */
const START_MS = 30_000;

/** Looks at the heartbeats of a thread, and calls `onSilent` once when there has been none for too long. */
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
    // Loading its program is no file's fault.
    const isStarting = seen === 0;
    if (!isStarting) spent.ask();
    const computed = spent.ms() >= limits.processorMs;
    if (!computed && now - since < (isStarting ? START_MS : limits.wallMs)) return;
    clearInterval(looking);
    onSilent(computed);
  }

  return { end: () => clearInterval(looking) };
}

/** The processor time of a thread from the first answer to the last; it answers in the midst of a computation. */
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
        // A thread that has ended does not answer.
        () => undefined,
      );
    },
    ms: () => last - (first ?? last),
  };
}
