import { join } from 'node:path';
import { startChild } from '../child.ts';
import type { World } from '../world.ts';

/** A load on a bare fastify in a process of its own, with as many connections as the figures that it stands beside. */
export async function openBareFastify(world: World) {
  const child = startChild(join(import.meta.dirname, 'bareFastify.ts'));
  world.onMeasured(child.stop);
  const origin = await child.ask<string>({});
  return world.load.open({ origin, connections: 64, requests: [{ method: 'GET', path: '/' }] });
}
