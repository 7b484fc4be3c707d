// @module-tag chaos

import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { long } from '@rotamer/kit/testing/long.ts';
import { kill, processesOf } from '@rotamer/test-support/processes.ts';
import { propertiesOf, waitingJob } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import type { Workspace } from '@rotamer/test-support/workspace.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchJob } from './watchers.ts';
import { startWorld, WITHOUT_PAGES, type World } from './world.ts';

const ROLLS = 3;
const CLIENTS = 8;
const STREAMS = 20;

/**
 * How long the balancer skips a gateway that closes connections. Longer than the gateway drains, as for an endpoint
 * removed from a balancer.
 */
const LEFT_OUT_MS = 5_000;

/**
 * Longest time without the job's state. A client reconnects after 3 s and gets the state within 3.5 s more. The short
 * form allows more for slow machines.
 */
const gapMs = long ? 6_500 : 30_000;

const { name: _, ...quote } = propertiesOf(ubiquitin);

let world: World;
let workspace: Workspace;

beforeAll(async () => {
  world = await startWorld({
    workspaces: 1,
    args: ['--gateways', '2', ...WITHOUT_PAGES],
    limits: { 'requests-per-minute': 1_000_000 },
  });
  workspace = world.workspaces[0]!;
});
afterAll(() => world?.end());

it('fails no request and resumes every stream during three rolls of two gateways under load', async () => {
  const { urls } = world.stack.file();
  const { id } = (await workspace.client.post<Job>('/jobs', waitingJob(200))).body;
  const watchers = Array.from({ length: STREAMS }, (_, n) => watchJob(urls, n, workspace.key.key, id));
  await waitFor('every stream to show the job', () => watchers.every(({ job }) => job !== undefined));

  const load = startLoad(urls, workspace.key.key);
  const exits: number[] = [];
  for (let n = 0; n < ROLLS; n++) exits.push(await roll(n % 2));
  const { statuses, failures } = await load.stop();

  await waitFor('every stream to be open again', () => watchers.every(({ connections }) => connections > 1));
  for (const watcher of watchers) watcher.close();
  const gap = Math.max(...watchers.map(({ longestGapMs }) => longestGapMs));
  console.log(
    `${statuses.length} requests; gone within ${Math.round(Math.max(...exits))} ms; a gap of ${Math.round(gap)} ms`,
  );
  expect(failures).toEqual([]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(statuses.length).toBeGreaterThan(100);
  expect(Math.max(...exits)).toBeLessThan(25_000);
  expect(watchers.flatMap(({ complaints }) => complaints)).toEqual([]);
  expect(gap).toBeLessThan(gapMs);
}, 300_000);

/** Stops a gateway with SIGTERM, and waits for its replacement. Returns how long the gateway took to exit, in ms. */
async function roll(n: number): Promise<number> {
  const { pid } = world.stack.file().services.gateway![n]!;
  const started = performance.now();
  kill(pid, 'SIGTERM');
  await waitFor('the gateway to go', () => !processesOf(world.stack.home.folder).some((one) => one.pid === pid), {
    timeoutMs: 60_000,
  });
  const ms = performance.now() - started;
  await waitFor('the next gateway', () => world.stack.file().services.gateway!.every((one) => one.pid !== pid), {
    timeoutMs: 60_000,
  });
  return ms;
}

/**
 * Starts clients behind a round-robin balancer. The balancer skips a gateway for a while after it closed a connection
 * or refused one.
 */
function startLoad(urls: string[], key: string) {
  const agent = new Agent({ keepAlive: true });
  const statuses: (number | undefined)[] = [];
  const failures: string[] = [];
  const leftOutUntil = new Map<string, number>();
  let stopping = false;

  async function oneClient(first: number): Promise<void> {
    for (let n = first; !stopping; n++) {
      const message = n % 3 === 0 ? JSON.stringify(quote) : undefined;
      try {
        statuses.push(await ask(n, message));
      } catch (error) {
        failures.push(String(error));
      }
      await sleep(20);
    }
  }

  async function ask(n: number, body: string | undefined): Promise<number | undefined> {
    const inTurn = urls.map((_url, i) => urls[(n + i) % urls.length]!);
    const until = (one: string) => Math.max(leftOutUntil.get(one) ?? 0, Date.now());
    // Takes the next gateway that is not skipped. If all are skipped, takes the one that closed longest ago.
    const url = inTurn.toSorted((a, b) => until(a) - until(b))[0]!;
    const leaveOut = () => leftOutUntil.set(url, Date.now() + LEFT_OUT_MS);
    try {
      const { statusCode, headers } = await send(`${url}/api/v1${body ? '/jobs/quote' : '/account'}`, body);
      if (headers.connection === 'close') leaveOut();
      return statusCode;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
      leaveOut();
      return ask(n + 1, body);
    }
  }

  function send(url: string, body: string | undefined): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const sent = request(url, { agent, method: body ? 'POST' : 'GET', headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer)).on('error', reject);
      });
      sent.on('error', reject).end(body);
    });
  }

  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, n) => oneClient(n)));
  return {
    async stop() {
      stopping = true;
      await clients;
      agent.destroy();
      return { statuses, failures };
    },
  };
}
