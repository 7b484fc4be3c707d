import type { Measure } from '../measure.ts';
import { openSubmits } from '../submits.ts';

/** One submission after the other on an idle stack: what a person waits for, where no batch ever fills. */
export const oneSubmit: Measure = {
  name: 'one-submit',
  title: 'POST /jobs by one client, p50',
  unit: 'ms',
  goal: { atMost: 8 },
  async prepare(world) {
    const drive = await openSubmits(world, { workspaces: 1, connections: 1 });
    return async () => {
      const { p50Ms, p99Ms, statuses } = await drive({ requests: 300 });
      return { value: p50Ms, details: { p99_ms: p99Ms, statuses } };
    };
  },
};
