import { type ChildProcess, spawn } from 'node:child_process';
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
import type { PublicEvent } from '@rotamer/proto/notifications/v1/events.ts';
import { expect, it, onTestFinished } from 'vitest';
import { startNotifications } from '../testing/startNotifications.ts';

const EVENTS = long ? 20_000 : 400;
const KILLS = long ? 40 : 2;
const WORKSPACES = ['ws_1', 'ws_2'];
const LIFE = [JobEventType.SUBMITTED, JobEventType.STARTED, JobEventType.COMPLETED, JobEventType.SETTLED];

/** The source publishes every tenth event twice, as a relay does that died before it recorded what it had published. */
it(`shows readers ${EVENTS} events once and in order despite ${KILLS} × kill -9`, { timeout: 600_000 }, async () => {
  const world = await startNotifications();
  const { url: busUrl } = await busDatabase();
  const bus = await openTestBus({ ROTAMER_BUS_URL: busUrl });
  onTestFinished(bus.stop);
  const replicas = [start(), start()];
  onTestFinished(() => void replicas.map((replica) => replica.kill('SIGKILL')));
  function start(): ChildProcess {
    const program = join(import.meta.dirname, '../webhooks/testing/deliverProcess.ts');
    return spawn(process.execPath, [program, world.url, busUrl], { stdio: 'inherit' });
  }

  const published = publish();
  async function publish(): Promise<BusMessage[]> {
    const all: BusMessage[] = [];
    for (let n = 0; n < EVENTS / LIFE.length; n += 25) {
      const some = LIFE.flatMap((type, step) => range(n, n + 25).map((job) => eventOf(job, type, step)));
      await bus.publish('jobs.events.v1', [...some, ...some.filter((_, i) => i % 10 === 0)]);
      all.push(...some);
    }
    return all;
  }

  let isOver = false;
  const feeds = WORKSPACES.map((): PublicEvent[] => []);
  const readers = WORKSPACES.map(async (workspaceId, n) => {
    const seen = feeds[n]!;
    for (let after = 0; !isOver; await sleep(long ? 5 : 20)) {
      const scope = { caller: Caller.fromPartial({ workspaceId }) };
      const place = { $case: 'afterSeq', value: after } as const;
      const page = await world.events.list({ after: place, limit: 100 }, scope);
      seen.push(...page.events);
      after = page.nextSeq;
    }
  });
  for (let n = 0; n < KILLS; n++) {
    await sleep(1_500);
    replicas[n % 2]!.kill('SIGKILL');
    replicas[n % 2] = start();
  }
  const messages = await published;
  await eventually(async () => {
    const { rows } = await world.db.query('select count(*)::int as n from events');
    return rows[0].n >= messages.length;
  }, 300_000);
  // By now every event that came twice was handled twice.
  await sleep(2_000);
  await eventually(() => feeds.flat().length >= messages.length, 300_000);
  isOver = true;
  await Promise.all(readers);

  for (const feed of feeds) expect(feed.map(({ seq }) => seq)).toEqual(range(1, feed.length + 1));
  const seen = feeds.flat();
  expect(seen.map(({ id }) => id).sort()).toEqual(messages.map(({ eventId }) => eventId).sort());
  for (const [resource, all] of Map.groupBy(seen, ({ resourceId }) => resourceId))
    expect(
      all.map(({ type }) => type),
      resource,
    ).toEqual(['job.created', 'job.started', 'job.completed', 'job.settled']);
});

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
