import { withCpu } from '../loadSide.ts';
import type { Measure } from '../measure.ts';
import { runOneJob, startWithRunner } from '../otherStack.ts';

const JOBS = 100;
const CLIENTS = 8;

/** Small real jobs, sandboxed, that one runner finishes while there are always more. */
export const smallJobs: Measure = {
  name: 'small-jobs',
  title: 'small real jobs finished by one runner',
  unit: '/s',
  goal: { atLeast: 20 },
  async prepare(world) {
    const target = await startWithRunner(world);
    const finish = async (jobs: number) => {
      let left = jobs;
      const client = async () => {
        while (left-- > 0) await runOneJob(target);
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
    };
    await finish(CLIENTS * 4);
    return async () => {
      // What each service spends on a job is in the details: docs/scaling.md is made of it.
      const { perSecond, cpuUs } = await withCpu({ services: target.services, load: world.load }, async () => {
        const begun = performance.now();
        await finish(JOBS);
        return { operations: JOBS, seconds: (performance.now() - begun) / 1000 };
      });
      return { value: perSecond, details: { cpuUs } };
    };
  },
};
