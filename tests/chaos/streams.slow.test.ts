// @module-tag kills

import { readFileSync } from 'node:fs';
import { long } from '@rotamer/kit/testing/long.ts';
import { type Client, createClient } from '@rotamer/test-support/client.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { propertiesOf, waitingJob } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stallOn, type Watcher, watchJob } from './watchers.ts';
import { openWorld, type World } from './world.ts';

const [STREAMS, JOBS, STALLED] = long ? [2_000, 500, 500] : [800, 200, 250];

/** A gateway allows 200 open streams per key, and after the kill all streams are at one gateway. */
const KEYS = long ? 15 : 7;

/** The long form checks the promised limit. The short form allows more time on a slow machine. */
const withinMs = long ? 5_000 : 30_000;

/** Memory that a stalled reader may add to the gateway. The short form includes garbage that is not yet collected. */
const mostBytes = (long ? 64 : 192) * 1024;

let world: World;
let keys: string[];
/** A client of the surviving gateway. */
let client: Client;

beforeAll(async () => {
  const limits = { 'requests-per-minute': 1_000_000, 'concurrent-jobs': 10_000 };
  world = await openWorld({ workspaces: 1, args: ['--gateways', '2'], limits });
  const workspace = world.workspaces[0]!;
  const more = await inTurns(3, range(KEYS - 1), async () => (await workspace.newKey()).key);
  keys = [workspace.key.key, ...more];
  const { contract } = workspace.client;
  client = createClient({ baseUrl: world.stack.file().urls[1]!, contract, key: keys[0], patient: true });
});
afterAll(() => world?.end());

it(`${STREAMS} streams see every end while a gateway dies; ${STALLED} stalled readers harm no other`, async () => {
  const { urls, services } = world.stack.file();
  const [dying, living] = services.gateway!;
  // Two jobs run and report progress. The others are queued behind them.
  const running = await submitAll([waitingJob(200, capped), waitingJob(200, capped)]);
  const waiting = await submitAll(Array.from({ length: JOBS - 2 }, () => propertiesOf(ubiquitin)));
  const jobs = [...running, ...waiting];
  const watchers = Array.from({ length: STREAMS }, (_, n) =>
    watchJob(urls, n, keys[n % KEYS]!, jobs[(n >> 1) % JOBS]!),
  );
  await waitForAll('every stream to show its job', watchers, ({ job }) => job !== undefined);

  const before = residentBytes(living!.pid);
  const stalled = await inTurns(20, range(STALLED), (n) => stallOn(urls[1]!, keys[n % KEYS]!, running[n % 2]!));
  const perStalled = (residentBytes(living!.pid) - before) / STALLED;

  await inTurns(10, waiting.entries(), async ([n, jobId]) => {
    if (n === 50) kill(dying!.pid, 'SIGKILL');
    // A job that has started by now is not cancelled, and ends by itself.
    await client.post(`/jobs/${jobId}/cancel`);
  });
  await waitForAll('every stream to show the end of its job', watchers, ({ end }) => end !== undefined);

  expect(watchers.flatMap(({ complaints }) => complaints)).toEqual([]);
  const delays = watchers.map(delayOf);
  const undisturbed = watchers.filter(({ connections }) => connections === 1).map(delayOf);
  const reconnected = STREAMS - undisturbed.length;
  console.log(
    `${reconnected} streams reconnected; ends came within ${Math.max(...delays)} ms, ` +
      `on the other gateway within ${Math.max(...undisturbed)} ms; ${Math.round(perStalled / 1024)} KB for each stalled reader`,
  );
  expect(reconnected).toBeGreaterThan(STREAMS / 4);
  expect(Math.max(...delays)).toBeLessThan(withinMs);
  expect(perStalled).toBeLessThan(mostBytes);
  expect(world.stack.file().services.gateway!.map(({ pid }) => pid)).toContain(living!.pid);
  for (const socket of stalled) socket.destroy();
}, 300_000);

/** The cap ends these jobs by themselves after 40 s. */
const capped = { billing: { max_reserved_credits: 2 } };

async function submitAll(requests: object[]): Promise<string[]> {
  return inTurns(20, requests.values(), async (request) => (await client.post<Job>('/jobs', request)).body.id);
}

/** Runs a task for each item with limited concurrency. */
async function inTurns<Item, Result>(
  width: number,
  items: IterableIterator<Item>,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of items) results.push(await task(item));
    }),
  );
  return results;
}

function* range(count: number): IterableIterator<number> {
  for (let n = 0; n < count; n++) yield n;
}

async function waitForAll(what: string, watchers: Watcher[], isDone: (watcher: Watcher) => boolean): Promise<void> {
  await waitFor(what, () => watchers.every(isDone), { timeoutMs: 120_000 }).catch((error) => {
    const missing = watchers.filter((watcher) => !isDone(watcher));
    throw new Error(`${error.message}: ${missing.length} did not, such as ${JSON.stringify(missing[0])}`);
  });
}

/**
 * Returns the delay in milliseconds since the end of the job, or since the connection of the client if that was later.
 */
function delayOf({ end, connectedAt }: Watcher): number {
  return end!.at - Math.max(connectedAt, Date.parse(end!.job.completed_at!));
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
}
