import type { Measure } from '../measure.ts';
import { runOneJob, startWithRunner } from '../otherStack.ts';
import { quantile } from '../statistics.ts';

const JOBS = 20;

/** Small real jobs, one after another, in a sandbox, from their POST to the end of their event stream. */
export const oneJob: Measure = {
  name: 'one-job',
  title: 'POST /jobs → COMPLETED of a small real job, one client, p50',
  unit: 'ms',
  goal: { atMost: 150 },
  ownStack: true,
  async prepare(bench) {
    const target = await startWithRunner(bench);
    const timed = async () => {
      const begun = performance.now();
      await runOneJob(target);
      return performance.now() - begun;
    };
    for (let i = 0; i < JOBS; i++) await timed();
    return async () => {
      const times: number[] = [];
      for (let i = 0; i < JOBS; i++) times.push(await timed());
      return { value: quantile(times, 0.5), details: { min_ms: Math.min(...times), max_ms: Math.max(...times) } };
    };
  },
};
