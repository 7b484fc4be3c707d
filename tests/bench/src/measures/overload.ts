import type { LoadResult } from '../load/plan.ts';
import type { Measure } from '../measure.ts';
import { endWaitingJobs, MANY, openSubmits, SUBMIT_SECONDS } from '../submits.ts';

/** Connections of the overload. */
const CLIENTS = 500;

/** Longer than the queue takes to fill up. */
const OVERLOAD_SECONDS = 10;

/** Accepted submissions a second at twice the peak load ÷ the peak. */
export const overload: Measure = {
  name: 'overload',
  title: 'POST /jobs accepted per second at twice the peak load ÷ peak',
  unit: 'ratio',
  goal: { atLeast: 0.9 },
  async prepare(world) {
    const calm = await openSubmits(world, { workspaces: MANY });
    const flood = await openSubmits(world, { workspaces: MANY, connections: CLIENTS });
    return async () => {
      await endWaitingJobs(world);
      const peak = accepted(await calm({ seconds: SUBMIT_SECONDS }));
      const over = await flood({ seconds: OVERLOAD_SECONDS, perSecond: 2 * peak });
      await endWaitingJobs(world);
      const peakAgain = accepted(await calm({ seconds: SUBMIT_SECONDS }));
      const value = accepted(over) / ((peak + peakAgain) / 2);
      return { value, details: { peak, peak_again: peakAgain, overload: over } };
    };
  },
};

function accepted({ statuses, seconds }: LoadResult): number {
  return (statuses[202] ?? 0) / seconds;
}
