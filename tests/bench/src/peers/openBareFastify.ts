import { join } from 'node:path';
import { youngGeneration } from '@rotamer/stack/settings/serviceEnvironment.ts';
import { startChild } from '../child.ts';
import type { World } from '../world.ts';

/**
 * Opens a load on a bare fastify server in a separate process. It has the Node flags of services, and as many
 * connections as the figures compared with it. It always sends the body that the gateway sends for this path and key.
 */
export async function openBareFastify(world: World, path: string, key: string) {
  const sample = await fetch(world.baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
  if (!sample.ok) throw new Error(`${path}: ${sample.status}`);
  const child = startChild(join(import.meta.dirname, 'bareFastify.ts'), [youngGeneration]);
  world.onMeasured(child.stop);
  const origin = await child.ask<string>({ body: await sample.text() });
  return world.load.open({ origin, connections: 64, requests: [{ method: 'GET', path: '/' }] });
}
