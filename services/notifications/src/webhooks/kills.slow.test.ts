import { type ChildProcess, spawn } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BusMessage } from '@rotamer/kit/bus/bus.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { openTestBus } from '@rotamer/kit/testing/openTestBus.ts';
import { busDatabase } from '@rotamer/kit/testing/templateDatabase.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { Job, JobEvent, JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { expect, it, onTestFinished } from 'vitest';
import { startNotifications } from '../testing/startNotifications.ts';
import { type Received, startReceiver } from './testing/receiver.ts';

const EVENTS = long ? 20_000 : 400;
const KILLS = long ? 60 : 3;
const WORKSPACES = ['ws_1', 'ws_2'];
const LIFE = [JobEventType.SUBMITTED, JobEventType.STARTED, JobEventType.COMPLETED, JobEventType.SETTLED];

/** Each event reaches a receiver that fails, hangs and closes connections at random, while both processes are killed. */
it(`delivers ${EVENTS} events at least once and in order despite ${KILLS} × kill -9`, {
  timeout: 3_600_000,
}, async () => {
  const world = await startNotifications();
  const { url: busUrl } = await busDatabase();
  const bus = await openTestBus({ ROTAMER_BUS_URL: busUrl });
  onTestFinished(bus.stop);
  const receivers = await Promise.all(WORKSPACES.map(() => startReceiver(moodily)));
  for (const receiver of receivers) onTestFinished(receiver.stop);
  for (const [n, workspaceId] of WORKSPACES.entries()) {
    const caller = Caller.fromPartial({ workspaceId, userId: 'usr_test', role: 'admin' });
    await world.webhooks.createEndpoint({ url: receivers[n]!.url }, { caller });
  }

  const replicas = [start(), start()];
  onTestFinished(() => void replicas.map((replica) => replica.kill('SIGKILL')));
  function start(): ChildProcess {
    const program = join(import.meta.dirname, 'testing/deliverProcess.ts');
    return spawn(process.execPath, [program, world.url, busUrl], { stdio: 'inherit' });
  }

  const published = publish();
  async function publish(): Promise<BusMessage[]> {
    const all: BusMessage[] = [];
    for (let n = 0; n < EVENTS / LIFE.length; n += 25) {
      const some = LIFE.flatMap((type, step) => range(n, n + 25).map((job) => eventOf(job, type, step)));
      await bus.publish('jobs.events.v1', some);
      all.push(...some);
    }
    return all;
  }

  for (let n = 0; n < KILLS; n++) {
    await sleep(1_500);
    replicas[n % 2]!.kill('SIGKILL');
    replicas[n % 2] = start();
  }
  const messages = await published;
  const makeDue = `update webhook_deliveries set due_at = now() where state = 'pending' and due_at > now() + interval '3 s'`;
  const countDelivered = `select count(*)::int as n from webhook_deliveries where state = 'delivered'`;
  // A busy machine is slow, so only a standstill fails.
  for (let delivered = 0; delivered < messages.length; ) {
    delivered = await eventually(async () => {
      await world.db.query(makeDue);
      const { n } = (await world.db.query(countDelivered)).rows[0];
      return n > delivered && n;
    }, 120_000);
  }

  const received = receivers.flatMap((receiver) => receiver.received);
  expect(new Set(received.map(({ id }) => id))).toEqual(new Set(messages.map(({ eventId }) => eventId)));
  for (const [resource, all] of Map.groupBy(received, ({ event }) => event.resource.id)) {
    expect(firstOnes(all), resource).toEqual(['job.created', 'job.started', 'job.completed', 'job.settled']);
  }
  const { rows } = await world.db.query(`select count(*)::int as n from webhook_deliveries where state <> 'delivered'`);
  expect(rows).toEqual([{ n: 0 }]);
  // Some were sent again, so that the test has tested something.
  expect(received.length).toBeGreaterThan(messages.length);
});

let requests = 0;

/** One request in 50 fails, one hangs, and one loses its connection. */
function moodily(_: Received, response: ServerResponse): void {
  const mood = requests++ % 50;
  if (mood === 7) response.writeHead(500).end();
  else if (mood === 21) response.destroy();
  else if (mood !== 42) response.writeHead(204).end();
}

/** Returns the types of the events of a resource, in the order in which each arrived first. */
function firstOnes(all: readonly Received[]): string[] {
  return [...new Map(all.map(({ id, event }) => [id, event.type])).values()];
}

const start = new Date();
const jobIds = new Map<number, string>();

function eventOf(n: number, type: JobEventType, step: number): BusMessage {
  const id = jobIds.get(n) ?? newId('job', start);
  jobIds.set(n, id);
  const workspaceId = WORKSPACES[n % WORKSPACES.length]!;
  const job = Job.fromPartial({ id, workspaceId, tool: 'protein-properties', version: step + 1, createdAt: start });
  const eventId = newId('evt', start);
  const envelope = { eventId, type, occurredAt: start, workspaceId };
  const value = JobEvent.encode(JobEvent.fromPartial({ ...envelope, job })).finish();
  return { key: id, eventId, type, occurredAt: start, traceparent: '', value };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, n) => from + n);
}
