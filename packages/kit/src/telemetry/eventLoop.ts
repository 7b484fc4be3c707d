import { monitorEventLoopDelay } from 'node:perf_hooks';
import { observe } from './measures.ts';

const RESOLUTION_MS = 10;

/** Registers gauges of this process's memory, and of its event loop delay since the last reading. */
export function watchEventLoop(): () => Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const late = (percent: number) => Math.max(0, delay.percentile(percent) / 1e9 - RESOLUTION_MS / 1e3);
  observe(
    {
      nodejs_eventloop_delay_p50_seconds: { unit: 's', description: 'Median delay of the event loop' },
      nodejs_eventloop_delay_p99_seconds: { unit: 's', description: 'Delay of the event loop, 99th percentile' },
      process_resident_memory_bytes: { description: 'Resident memory' },
    },
    (set) => {
      set('nodejs_eventloop_delay_p50_seconds', late(50));
      set('nodejs_eventloop_delay_p99_seconds', late(99));
      set('process_resident_memory_bytes', process.memoryUsage.rss());
      delay.reset();
    },
  );
  return async () => void delay.disable();
}
