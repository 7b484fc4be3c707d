import type { Measure } from '../measure.ts';
import { openOtherStack, runOneJob } from '../otherStack.ts';

/** Time from starting an existing stack to its first completed job, with PostgreSQL, services and a real tool. */
export const coldStart: Measure = {
  name: 'cold-start',
  title: 'start of a whole stack → first job COMPLETED',
  unit: 's',
  goal: { atMost: 5 },
  ownStack: true,
  async prepare(bench) {
    const other = openOtherStack(bench);
    return async () => {
      const begun = performance.now();
      const stack = await other.start();
      const startedAfter = (performance.now() - begun) / 1000;
      try {
        await runOneJob(stack);
        return { value: (performance.now() - begun) / 1000, details: { stack_ready_s: startedAfter } };
      } finally {
        await stack.stop();
      }
    };
  },
};
