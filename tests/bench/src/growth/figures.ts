import type { Measure } from '../measure.ts';
import { claimDelay } from '../measures/claimDelay.ts';
import { eventDelay } from '../measures/eventDelay.ts';
import { oneStatus } from '../measures/oneStatus.ts';
import { oneSubmit } from '../measures/oneSubmit.ts';
import { submitCpu } from '../measures/submitCpu.ts';
import { typicalTime } from '../rounds.ts';

/** Figures that should not grow with the amount of stored data. */
export const figures: Measure[] = [
  claimDelay,
  eventDelay,
  oneSubmit,
  submitCpu,
  oneStatus,
  oneRead('one-page', 'GET /jobs, a page of 20, by one client, p50', '/api/v1/jobs'),
  oneRead('one-catalogue', 'GET /tools by one client, p50', '/api/v1/tools'),
];

function oneRead(name: string, title: string, path: string): Measure {
  return {
    name,
    title,
    unit: 'ms',
    goal: { atMost: 5 },
    async prepare(world) {
      const { keys } = await world.newWorkspace();
      const requests = [{ method: 'GET' as const, path, key: keys[0] }];
      return typicalTime(await world.load.open({ origin: world.baseUrl, connections: 1, requests }), 200);
    },
  };
}
