import { describe, expect, it } from 'vitest';
import { fakeApi, jobOf, json, refusal, stream } from '../testing/fakeApi.ts';
import type { Event, EventPage, JobData } from '../types.ts';

let number = 0;

function eventOf(data: JobData, type: Event['type'] = 'job.completed'): Event {
  const id = `evt_${++number}`;
  const resource = { type: 'job', id: data.id } as const;
  return { id, object: 'event', type, created_at: '', resource, project_id: null, run_id: null, data };
}

const page = (data: Event[], next_cursor: string, has_more = false) =>
  json({ object: 'list', data, has_more, next_cursor } satisfies EventPage);

const frameOf = (event: Event) => `id: ${event.id}\nevent: event\ndata: ${JSON.stringify(event)}\n\n`;
const ping = (id: string) => `id: ${id}\nevent: ping\ndata: {"timestamp":""}\n\n`;
const resync = `id: c9\nevent: resync\ndata: {"message":"gone","cursor":"c9"}\n\n`;

async function take(events: AsyncIterable<Event>, count: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of events) if (ids.push(id) === count) break;
  return ids;
}

const [one, two, three] = ['job_1', 'job_2', 'job_3'].map((id) => eventOf(jobOf('COMPLETED', { id }))) as [
  Event,
  Event,
  Event,
];

describe('events.list', () => {
  it('reads page after page up to the end, also after an empty one', async () => {
    const { client, requests } = fakeApi(page([one], 'c1', true), page([], 'c2', true), page([two], 'c3'));
    const ids: string[] = [];
    for await (const { id } of client.events.list({ type: ['job.*', 'file.created'], after: 'evt_0', limit: 1 }))
      ids.push(id);
    expect(ids).toEqual([one.id, two.id]);
    expect(requests.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('after'))).toEqual([
      'evt_0',
      'c1',
      'c2',
    ]);
    expect(requests[0]!.path).toContain('type=job.*%2Cfile.created');
  });
});

describe('events.stream', () => {
  it('goes on after the last event or ping when the stream breaks', async () => {
    const { client, requests } = fakeApi(
      stream([ping('c0'), frameOf(one)]),
      stream([ping('c5')]),
      stream([frameOf(two)]),
    );
    expect(await take(client.events.stream({ type: 'job.*' }), 2)).toEqual([one.id, two.id]);
    expect(requests.map(({ path }) => path.replace('/api/v1', ''))).toEqual([
      '/events/stream?type=job.*',
      `/events/stream?type=job.*&after=${one.id}`,
      '/events/stream?type=job.*&after=c5',
    ]);
  });

  it('polls pages after three failed streams', async () => {
    const { client, time } = fakeApi(
      stream([ping('c0')]),
      stream([]),
      stream([]),
      page([], 'c1'),
      page([one, two], 'c2'),
    );
    expect(await take(client.events.stream(), 2)).toEqual([one.id, two.id]);
    expect(time.waited.at(-1)).toBe(5000);
  });

  it('throws when events are missing, and goes on when the caller reads the present state', async () => {
    const lost = fakeApi(stream([resync]));
    await expect(take(lost.client.events.stream({ after: 'old' }), 1)).rejects.toMatchObject({ cursor: 'c9' });
    const { client } = fakeApi(stream([resync, frameOf(one)]));
    const cursors: string[] = [];
    const onResync = (cursor: string) => void cursors.push(cursor);
    expect(await take(client.events.stream({ after: 'old', onResync }), 1)).toEqual([one.id]);
    expect(cursors).toEqual(['c9']);
  });

  it('ends at once when the key may not read events', async () => {
    const { client } = fakeApi(refusal(403, 'forbidden'));
    await expect(take(client.events.stream(), 1)).rejects.toMatchObject({ name: 'PermissionDeniedError' });
  });
});

describe('jobs.waitAll', () => {
  const ids = ['job_1', 'job_2', 'job_3'];
  const states = (...statuses: JobData['status'][]) =>
    json({
      object: 'list',
      data: statuses.map((status, i) => jobOf(status, { id: ids[i]! })),
      has_more: false,
      next_cursor: null,
    });

  it('waits for many jobs with one page, one list and one stream', async () => {
    const { client, requests } = fakeApi(
      page([], 'c0'),
      states('COMPLETED', 'QUEUED', 'QUEUED'),
      stream([frameOf(eventOf(jobOf('PROCESSING', { id: 'job_2' }), 'job.started')), frameOf(three), frameOf(two)]),
    );
    const jobs = await client.jobs.waitAll(ids);
    expect(jobs.map(({ id, status }) => [id, status])).toEqual(ids.map((id) => [id, 'COMPLETED']));
    expect(requests.map(({ path }) => path.replace('/api/v1', ''))).toEqual([
      '/events?after=now&type=job.*',
      '/jobs?limit=100',
      '/events/stream?type=job.*&after=c0',
    ]);
  });

  it('sends nothing for jobs that have ended', async () => {
    const { client, requests } = fakeApi(json(jobOf('COMPLETED')));
    const job = await client.jobs.get('job_1');
    expect(await client.jobs.waitAll([job])).toEqual([job]);
    expect(requests).toHaveLength(1);
  });

  it('reads the states of open jobs again when events are missing', async () => {
    const { client } = fakeApi(
      page([], 'c0'),
      states('COMPLETED', 'QUEUED', 'QUEUED'),
      stream([resync]),
      states('COMPLETED', 'FAILED', 'COMPLETED'),
    );
    const jobs = await client.jobs.waitAll(ids);
    expect(jobs.map(({ status }) => status)).toEqual(['COMPLETED', 'FAILED', 'COMPLETED']);
  });

  it('reads jobs one by one with a key that may not list all', async () => {
    const { client, requests } = fakeApi(
      page([], 'c0'),
      refusal(403, 'forbidden'),
      json(jobOf('COMPLETED', { id: 'job_1' })),
      json(jobOf('FAILED', { id: 'job_2' })),
    );
    const jobs = await client.jobs.waitAll(['job_1', 'job_2']);
    expect(jobs.map(({ status }) => status)).toEqual(['COMPLETED', 'FAILED']);
    expect(requests).toHaveLength(4);
  });

  it('waits a second at most for the settlement of the last jobs', async () => {
    const billing = { finalized_at: null } as JobData['billing'];
    const { client, time } = fakeApi(
      page([], 'c0'),
      json(jobOf('QUEUED')),
      stream([frameOf(eventOf(jobOf('COMPLETED', { billing })))], { silent: true }),
    );
    const [job] = await client.jobs.waitAll(['job_1']);
    expect(job!.status).toBe('COMPLETED');
    expect(time.waited).toContain(1000);
  });
});
