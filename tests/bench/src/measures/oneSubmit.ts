import type { Measure } from '../measure.ts';
import { typicalTime } from '../rounds.ts';
import { endWaitingJobs, openSubmits } from '../submits.ts';

/** One submission after the other on an idle stack: what a person waits for, where no batch ever fills. */
export const oneSubmit: Measure = {
  name: 'one-submit',
  title: 'POST /jobs by one client, p50',
  unit: 'ms',
  goal: { atMost: 8 },
  async prepare(world) {
    const ask = typicalTime(await openSubmits(world, { workspaces: 1, connections: 1 }), 202);
    return async () => {
      await endWaitingJobs(world);
      return ask();
    };
  },
};
