import type { Measure } from '../measure.ts';
import { openPolls } from '../polls.ts';
import { typicalTime } from '../rounds.ts';

/** Status polls, one after another, on an idle stack. */
export const oneStatus: Measure = {
  name: 'one-status',
  title: 'GET /jobs/{id}/status by one client, p50',
  unit: 'ms',
  goal: { atMost: 2 },
  async prepare(world) {
    const { drive } = await openPolls(world, 1);
    return typicalTime(drive, 200);
  },
};
