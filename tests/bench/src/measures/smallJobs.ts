import type { Measure } from '../measure.ts';
import { runOneJob, startWithRunner } from '../otherStack.ts';
import { finished } from '../rounds.ts';

/** Small real jobs, sandboxed, that one runner finishes while there are always more. */
export const smallJobs: Measure = {
  name: 'small-jobs',
  title: 'small real jobs finished by one runner, 8 clients',
  unit: '/s',
  goal: { atLeast: 20 },
  async prepare(world) {
    const target = await startWithRunner(world);
    // What each service spends on a job is in the details: docs/scaling.md is made of it.
    return finished(() => runOneJob(target), { services: target.services, load: world.load });
  },
};
