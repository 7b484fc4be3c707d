import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;

/** Long enough that parsing one large body does not count as overload. */
const WINDOW_MS = 1_000;

/** The delay of the event loop. */
export interface LoopDelay {
  /** Returns the mean delay of the last second, in milliseconds. */
  ms(): number;
  stop(): void;
}

/** Measures how late timers fire in this process. */
export function watchLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let mean = 0;
  const timer = setInterval(() => {
    mean = Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS) || 0;
    histogram.reset();
  }, WINDOW_MS);
  timer.unref();
  return {
    ms: () => mean,
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
