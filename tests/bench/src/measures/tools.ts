import { loadSide } from '../loadSide.ts';
import type { Measure } from '../measure.ts';
import { openBareFastify } from '../peers/openBareFastify.ts';
import { compare } from '../sides.ts';

const path = '/api/v1/tools';

/** The gateway's overhead for every request: key, plan, limits, headers, log line. */
export const tools: Measure = {
  name: 'tools',
  title: 'GET /tools with a key per second ÷ bare fastify',
  unit: 'ratio',
  goal: { atLeast: 0.4 },
  async prepare(world) {
    const { keys } = await world.newWorkspace(8);
    const requests = keys.map((key) => ({ method: 'GET' as const, path, key }));
    const asked = await world.load.open({ origin: world.baseUrl, connections: 64, requests });
    const bare = await openBareFastify(world, path, keys[0]!);
    return compare(['tools', 'bare'], loadSide(world, asked, 200), loadSide(world, bare, 200));
  },
};
