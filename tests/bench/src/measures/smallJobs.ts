import type { Measure } from '../measure.ts';
import { runOneJob, startWithRunner } from '../otherStack.ts';
import { finished } from '../rounds.ts';

/** Small real jobs in a sandbox that one runner finishes from a queue that is never empty. */
export const smallJobs: Measure = {
  name: 'small-jobs',
  title: 'small real jobs finished by one runner, 8 clients',
  unit: '/s',
  goal: { atLeast: 20 },
  ownStack: true,
  async prepare(bench) {
    const target = await startWithRunner(bench);
    // The details have the CPU time of each service per job, from which docs/scaling.md is made.
    return finished(() => runOneJob(target), { services: target.services, load: bench.load });
  },
};
