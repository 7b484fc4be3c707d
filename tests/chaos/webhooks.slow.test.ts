// @module-tag kills

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { services } from '@rotamer/deploy/services.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import type { Workspace } from '@rotamer/test-support/workspace.ts';
import { expect, it, onTestFinished } from 'vitest';
import { query } from './facts.ts';
import { startLoad } from './load.ts';
import { openWorld } from './world.ts';

/** How often each service is killed. */
const ROUNDS = long ? 3 : 1;

/** Fewest events of the feeds. */
const EVENTS = long ? 20_000 : 400;

/** Events that are added to the feeds between two kills, so that each kill happens under load on any machine. */
const EVENTS_BETWEEN = Math.ceil(EVENTS / (ROUNDS * services.length));

const WORKSPACES = 3;

/** Pause between two names of a project. The short form needs few events. */
const RENAMING_MS = long ? 200 : 800;

/** The longest that anything here may take on a machine that does much else. */
const WAIT = { timeoutMs: 600_000, everyMs: 200 };

interface Event {
  id: string;
  type: string;
  resource: { id: string };
}

/** An event of a feed. */
interface Row {
  id: string;
  type: string;
  resource_id: string;
  version: string;
}

/**
 * A receiver that answers the first request of each tenth event with 503. Only the first: by chance some event would fail four
 * times in a row, and then wait 10 minutes, as would all later ones of its project.
 */
async function startReceiver() {
  const received: Event[] = [];
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const event: Event = JSON.parse((await request.toArray()).join(''));
    received.push(event);
    const isRefused = !seen.has(event.id) && seen.add(event.id).size % 10 === 3;
    response.writeHead(isRefused ? 503 : 204).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/**
 * Projects of a workspace that are renamed all the time. Each tenth event is retried after 5 s, and later events of its project wait
 * meanwhile, so 20,000 events need this many projects.
 */
const RENAMED = long ? 30 : 5;

/** Renames projects, so that there are many events for little work. Returns a function that stops. */
async function startRenaming(workspaces: Workspace[]): Promise<() => Promise<unknown>> {
  let stopping = false;
  const renaming = workspaces.flatMap(({ client }) =>
    Array.from({ length: RENAMED }, async (_, place) => {
      const { body } = await client.post<{ id: string }>('/projects', { name: `Project ${place}` });
      for (let n = 0; !stopping; n++) {
        await client.patch(`/projects/${body.id}`, { name: `Project ${place}.${n}` }).catch(() => undefined);
        await sleep(RENAMING_MS);
      }
    }),
  );
  return async () => {
    stopping = true;
    await Promise.all(renaming);
  };
}

it('delivers every event in order, and no other, while every service is killed', {
  timeout: long ? 3_600_000 : 900_000,
}, async () => {
  const world = await openWorld({ workspaces: WORKSPACES, args: ['--gateways', '2', '--notifications', '2'] });
  // Deleting the files of some thousand jobs takes long on a busy disk.
  onTestFinished(world.end, WAIT.timeoutMs);
  const receiver = await startReceiver();
  for (const { client } of world.workspaces) await client.post('/webhook-endpoints', { url: receiver.url });
  const read = async (database: string, text: string) => (await query(world.url(database), [text]))[0];
  const feeds = 'rotamer_notifications';
  const ours = `workspace_id in (${world.workspaces.map(({ id }) => `'${id}'`)})`;
  const count = async () => (await read(feeds, `select count(*)::int as n from events where ${ours}`))[0].n;

  const load = startLoad(long ? world.workspaces : world.workspaces.slice(0, 1));
  const stopRenaming = await startRenaming(world.workspaces);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name } of services) {
      const enough = (await count()) + EVENTS_BETWEEN;
      await waitFor(`${enough} events before ${name} is killed`, async () => (await count()) >= enough, WAIT);
      const [pid] = await waitFor(
        `a process of ${name}`,
        () => world.pidsOf(name).length > 0 && world.pidsOf(name),
        WAIT,
      );
      kill(pid!, 'SIGKILL');
    }
  }
  await stopRenaming();
  const { violations, facts } = await world.settle(await load.stop(), WAIT.timeoutMs);
  expect(violations).toEqual([]);

  const feed = (): Promise<Row[]> =>
    read(feeds, `select id, type, resource_id, version from events where ${ours} order by workspace_id, seq`);
  await waitFor('every job and its completion in the feed, once', async () => {
    const all = Map.groupBy(await feed(), (event) => `${event.type} ${event.resource_id}`);
    const isOnce = (type: string, id: string) => all.get(`${type} ${id}`)?.length === 1;
    return facts.jobs.every(
      ({ id, status }) => isOnce('job.created', id) && (status !== 'COMPLETED' || isOnce('job.completed', id)),
    );
  });
  const unfinished = `select id, state, failures, attempts, due_at from webhook_deliveries where state <> 'delivered' order by event_seq`;
  await waitFor('the end of every delivery', async () => (await read(feeds, unfinished)).length === 0, WAIT).catch(
    async (error) => {
      const left = await read(feeds, unfinished);
      throw new Error(`${left.length} of ${await count()} are left: ${JSON.stringify(left.slice(0, 20))}`, {
        cause: error,
      });
    },
  );

  const events = await feed();
  expect(events.length).toBeGreaterThanOrEqual(EVENTS);
  const ids = new Set(events.map(({ id }) => id));
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(ids);
  const published = new Set((await read('rotamer_bus', 'select event_id as id from events')).map(({ id }: Row) => id));
  expect([...ids].filter((id) => !published.has(id))).toEqual([]);
  const expected = Map.groupBy(events, (event) => event.resource_id);
  for (const [resource, all] of expected) {
    const versions = all.map(({ version }) => Number(version));
    expect(versions, resource).toEqual(versions.toSorted((a, b) => a - b));
  }
  for (const [resource, all] of Map.groupBy(receiver.received, (event) => event.resource.id))
    expect([...new Set(all.map(({ id }) => id))], resource).toEqual(expected.get(resource)!.map(({ id }) => id));
});
