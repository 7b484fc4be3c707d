// @module-tag chaos

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { services } from '@rotamer/deploy/services.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { startLoad } from './load.ts';
import { startWorld } from './world.ts';

/** How often each service is killed. */
const ROUNDS = long ? 10 : 1;

/** Pause between two kills, so that each kill happens under load. */
const PAUSE_MS = 2_500;

interface Event {
  id: string;
  type: string;
  resource: { id: string };
}

/** A receiver that answers each tenth request with 503. */
async function startReceiver() {
  const received: Event[] = [];
  const server = createServer(async (request, response) => {
    received.push(JSON.parse((await request.toArray()).join('')));
    response.writeHead(received.length % 10 === 3 ? 503 : 204).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

it('delivers every event in order, and no other, while every service is killed', { timeout: 1_800_000 }, async () => {
  const env = { ROTAMER_WEBHOOK_ALLOW: '127.0.0.1' };
  const world = await startWorld({ workspaces: 3, args: ['--gateways', '2', '--notifications', '2'], env });
  onTestFinished(world.end);
  const receiver = await startReceiver();
  for (const { client } of world.workspaces) await client.post('/webhook-endpoints', { url: receiver.url });
  const load = startLoad(world.workspaces);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name } of services) {
      await sleep(PAUSE_MS);
      for (const pid of world.pidsOf(name).slice(0, 1)) kill(pid, 'SIGKILL');
    }
  }
  const { violations, facts } = await world.settle(await load.stop());
  expect(violations).toEqual([]);

  const db = new pg.Client({ connectionString: world.url('rotamer_notifications') });
  await db.connect();
  onTestFinished(() => db.end());
  const read = async <Row extends pg.QueryResultRow>(text: string) => (await db.query<Row>(text)).rows;
  const feed = () => read<{ id: string; type: string; resource_id: string }>('select * from events order by seq');
  const inFeed = (all: { type: string; resource_id: string }[], type: string, id: string) =>
    all.filter((event) => event.type === type && event.resource_id === id).length === 1;
  await waitFor('every job and its completion in the feed, once', async () => {
    const all = await feed();
    return facts.jobs.every(
      ({ id, status }) =>
        inFeed(all, 'job.created', id) && (status !== 'COMPLETED' || inFeed(all, 'job.completed', id)),
    );
  });
  const unfinished = `select id from webhook_deliveries where state <> 'delivered'`;
  await waitFor('the end of every delivery', async () => (await read(unfinished)).length === 0, { timeoutMs: 300_000 });

  const events = await feed();
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)));
  const expected = Map.groupBy(events, (event) => event.resource_id);
  for (const [resource, all] of Map.groupBy(receiver.received, (event) => event.resource.id))
    expect([...new Set(all.map(({ id }) => id))], resource).toEqual(expected.get(resource)!.map(({ id }) => id));
});
