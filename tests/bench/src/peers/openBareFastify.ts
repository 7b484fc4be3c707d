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
  const origin = await startBareFastify(world, { body: await sample.text() });
  return world.load.open({ origin, connections: 64, requests: [{ method: 'GET', path: '/' }] });
}

/** Starts a bare fastify server in a separate process, which always sends this body. Returns its origin. */
export async function startBareFastify(world: World, answer: { body: string; type?: string }): Promise<string> {
  const child = startChild(join(import.meta.dirname, 'bareFastify.ts'), [youngGeneration]);
  world.onMeasured(child.stop);
  return child.ask<string>(answer);
}
