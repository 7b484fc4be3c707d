// @module-tag tenants

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileBodies, largeBodies } from '@rotamer/kit/testing/hostileJson.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { newWorkspaceOn, type Workspace } from '@rotamer/test-support/workspace.ts';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openWorld, type World } from '../world.ts';
import { startHonest, summary, watch } from './honest.ts';

/** Number of bodies over all routes. The same seed gives the same bodies. */
const BODIES = long ? 10_000 : 400;
const SEED = Number(process.env.ROTAMER_CHAOS_SEED ?? 20_261_122);

/** Concurrent requests. */
const AT_ONCE = 8;

/**
 * Memory that a process may add in the second half of the test. A second check thread may start then, which takes 40 MB
 * with its chemistry library. A leak of 16 KiB a body exceeds the limit in the long form.
 */
const GROWTH_BYTES = 72 * 1024 * 1024;

let world: World;
let honest: Workspace[];
let hostile: Workspace;

beforeAll(async () => {
  world = await openWorld({ workspaces: 0 });
  const { baseUrl, home } = world.stack;
  const contract = await loadContract(baseUrl);
  const place = { baseUrl, dataDir: home.dataDir };
  const limits = { 'requests-per-minute': 1_000_000, 'concurrent-jobs': 100_000, 'jobs-per-day': 1_000_000 };
  honest = await Promise.all([1, 2].map(() => newWorkspaceOn(place, contract, { credits: 100_000, limits })));
  hostile = await newWorkspaceOn(place, contract, { credits: 100_000, limits });
});
afterAll(() => world?.end());

it(`no tenant fails, no server error and no memory growth from ${BODIES} hostile bodies`, {
  timeout: 3_600_000,
}, async () => {
  const good = propertiesOf(ubiquitin, { settings: { x: [1, { y: 2 }] }, billing: { max_reserved_credits: 5 } });
  const share = { visibility: 'INVITED', add_invites: ['a@example.org'] };
  // Every other request names an existing job, so that it passes more checks.
  const { id } = (await hostile.client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
  const routes = ['job_00000000000000000000000000', id].flatMap((job) =>
    hostile.client.contract.operations.map(({ method, path }) => ({
      method,
      path: path.replaceAll(/\{\w+\}/g, job),
    })),
  );
  const bodies = hostileBodies(good, BODIES, SEED);
  const shares = hostileBodies(share, BODIES, SEED);
  for (const [n, body] of largeBodies.entries()) bodies[Math.floor((n * BODIES) / largeBodies.length)] = body;

  const faults: string[] = [];
  async function attack(from: number, to: number): Promise<void> {
    let next = from;
    const worker = async () => {
      for (let n = next++; n < to; n = next++) {
        const { method, path } = routes[n % routes.length]!;
        await send(method, path, (method === 'PATCH' ? shares : bodies)[n]!, faults);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  const tenants = honest.map(startHonest);
  onTestFinished(() => void tenants.map((tenant) => tenant.end()));
  let half: Awaited<ReturnType<typeof residentBytes>>;
  const seen = await watch(tenants, async () => {
    await attack(0, bodies.length / 2);
    half = await residentBytes();
    await attack(bodies.length / 2, bodies.length);
  });
  const whole = await residentBytes();

  expect(faults).toEqual([]);
  expect(summary(seen)).toMatchObject({ failed: [] });
  expect(seen.length).toBeGreaterThan(20);
  for (const [service, bytes] of whole) {
    expect(bytes - half!.get(service)!, `${service} grew`).toBeLessThan(GROWTH_BYTES);
  }
});

/** Sends a body to a route, and records a server error as a fault. A 503 with Retry-After is allowed. */
async function send(method: string, path: string, body: Buffer, faults: string[]): Promise<void> {
  const hasBody = method !== 'GET';
  const query = hasBody ? '' : `?${encodeURIComponent(body.toString('latin1').slice(0, 2_000))}`;
  const answer = await fetch(`${world.stack.baseUrl}${path}${query}`, {
    method,
    headers: { authorization: `Bearer ${hostile.key.key}`, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: new Uint8Array(body) }),
    signal: AbortSignal.timeout(60_000),
  }).catch((error: Error) => error);
  if (answer instanceof Error) {
    faults.push(`${method} ${path}: ${answer.message}`);
    return;
  }
  await answer.arrayBuffer();
  if (answer.status < 500 || (answer.status === 503 && answer.headers.has('retry-after'))) return;
  faults.push(`${method} ${path}: ${answer.status} to ${body.toString('latin1').slice(0, 200)}`);
}

/** Returns the memory of each service's process, after a moment for garbage collection. */
async function residentBytes(): Promise<Map<string, number>> {
  await sleep(2_000);
  const processes = Object.entries(world.stack.file().services).filter(([name]) => name !== 'postgres');
  return new Map(
    processes.map(([name, [first]]) => {
      const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${first!.pid}/status`, 'utf8'))![1];
      return [name, Number(kib) * 1024];
    }),
  );
}
