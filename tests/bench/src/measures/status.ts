import { loadSide } from '../loadSide.ts';
import type { Measure } from '../measure.ts';
import { openBareFastify } from '../peers/openBareFastify.ts';
import { openPolls } from '../polls.ts';
import { compare } from '../sides.ts';

/** A job's status: one call to jobs, one indexed read, one counted poll. */
export const status: Measure = {
  name: 'status',
  title: 'GET /jobs/{id}/status per second ÷ bare fastify',
  unit: 'ratio',
  goal: { atLeast: 0.15 },
  async prepare(world) {
    const { drive, samplePath, key } = await openPolls(world, 64);
    const bare = await openBareFastify(world, samplePath, key);
    return compare(['status', 'bare'], loadSide(world, drive, 200), loadSide(world, bare, 200));
  },
};
