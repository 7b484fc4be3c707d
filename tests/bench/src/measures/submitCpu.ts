import type { Measure } from '../measure.ts';
import { MANY, openSubmits, submitSide } from '../submits.ts';

/** CPU time of all services and of PostgreSQL per submission with many clients. It varies less than the throughput. */
export const submitCpu: Measure = {
  name: 'submit-cpu',
  title: 'CPU time of all processes for each POST /jobs by 64 clients',
  unit: 'ms',
  goal: { atMost: 1.5 },
  async prepare(world) {
    const submit = submitSide(world, await openSubmits(world, { workspaces: MANY }));
    return async () => {
      const { cpuUs } = await submit();
      const { load: _, ...processes } = cpuUs;
      const sum = Object.values(processes).reduce((all, us) => all + us, 0);
      return { value: sum / 1000, details: { cpuUs } };
    };
  },
};
