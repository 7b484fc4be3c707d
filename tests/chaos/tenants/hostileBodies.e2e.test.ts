import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileBodies, largeBodies } from '@rotamer/kit/testing/hostileJson.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { newHome, type RunningStack, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { newWorkspaceOn, type Workspace } from '@rotamer/test-support/workspace.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHonest, summary } from './honest.ts';

/** Bodies in all, over every route; each seed gives the same ones. */
const BODIES = long ? 10_000 : 400;
const SEED = Number(process.env.ROTAMER_CHAOS_SEED ?? 20_261_122);

/** Requests under way at a time. */
const AT_ONCE = 8;

/**
 * What a process may still grow in the second half. A second thread for checks, with its chemistry library, is 40 MB and may
 * start then; a leak of 16 KiB a body shows in the long form.
 */
const GROWTH_BYTES = 72 * 1024 * 1024;

const home = newHome();
let stack: RunningStack;
let honest: Workspace[];
let hostile: Workspace;

beforeAll(async () => {
  stack = await startStack({ home });
  const contract = await loadContract(stack.baseUrl);
  const place = { baseUrl: stack.baseUrl, dataDir: home.dataDir };
  const limits = { 'requests-per-minute': 1_000_000, 'concurrent-jobs': 100_000, 'jobs-per-day': 1_000_000 };
  honest = await Promise.all([1, 2].map(() => newWorkspaceOn(place, contract, { credits: 100_000, limits })));
  hostile = await newWorkspaceOn(place, contract, { credits: 100_000, limits });
});
afterAll(async () => {
  await stack?.killEverything();
  removeHome(home);
});

it(`${BODIES} hostile bodies on every route: no honest tenant fails, no server error, no growing memory`, {
  timeout: 3_600_000,
}, async () => {
  const good = propertiesOf(ubiquitin, { settings: { x: [1, { y: 2 }] }, billing: { max_reserved_credits: 5 } });
  const share = { visibility: 'INVITED', add_invites: ['a@example.org'] };
  // Every other request names a job that is there, so that it gets further.
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
  await attack(0, bodies.length / 2);
  const half = await residentBytes();
  await attack(bodies.length / 2, bodies.length);
  const seen = (await Promise.all(tenants.map((tenant) => tenant.stop()))).flat();
  const whole = await residentBytes();

  expect(faults).toEqual([]);
  expect(summary(seen)).toMatchObject({ failed: [] });
  expect(seen.length).toBeGreaterThan(20);
  for (const [service, bytes] of whole) {
    expect(bytes - half.get(service)!, `${service} grew`).toBeLessThan(GROWTH_BYTES);
  }
});

/** Sends a body to a route; a server error is a fault, except a 503 that says when to come again. */
async function send(method: string, path: string, body: Buffer, faults: string[]): Promise<void> {
  const hasBody = method !== 'GET';
  const query = hasBody ? '' : `?${encodeURIComponent(body.toString('latin1').slice(0, 2_000))}`;
  const answer = await fetch(`${stack.baseUrl}${path}${query}`, {
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

/** Memory of each service's process, once what can be collected had a moment to be. */
async function residentBytes(): Promise<Map<string, number>> {
  await sleep(2_000);
  const processes = Object.entries(stack.file().services).filter(([name]) => name !== 'postgres');
  return new Map(
    processes.map(([name, [first]]) => {
      const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${first!.pid}/status`, 'utf8'))![1];
      return [name, Number(kib) * 1024];
    }),
  );
}
