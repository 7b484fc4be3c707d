import type { Measure } from '../measure.ts';
import { typicalTime } from '../rounds.ts';
import { endWaitingJobs, openSubmits } from '../submits.ts';

/** Submissions, one after another, on an idle stack: the time that a person waits, with batches that never fill. */
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
