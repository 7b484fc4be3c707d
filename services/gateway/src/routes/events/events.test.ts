import { newId } from '@rotamer/kit/ids.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { presentJob } from '@rotamer/present/presentJob.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { PublicEvent } from '@rotamer/proto/notifications/v1/events.ts';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';

const gateway = await testGateway();
const { app, events, bus, keys, records, issueKey } = gateway;
afterAll(gateway.stop);
const base = await app.listen({ port: 0, host: '127.0.0.1' });

beforeEach(() => {
  events.feeds.clear();
  events.calls.length = 0;
});

/** Adds an event to the feed of a workspace, as notifications does. */
function add(fields: Partial<PublicEvent> = {}, workspaceId = 'ws_1'): PublicEvent {
  const feed = events.feeds.get(workspaceId) ?? [];
  const job = testJob();
  const event = PublicEvent.fromPartial({
    ...{ id: newId('evt', new Date()), seq: feed.length + 1, type: 'job.completed', createdAt: new Date(0) },
    ...{ resourceType: 'job', resourceId: job.id, dataJson: JSON.stringify(presentJob(job)) },
    ...fields,
  });
  events.feeds.set(workspaceId, [...feed, event]);
  bus.advance(workspaceId);
  return event;
}

const list = async (query: Record<string, string> = {}, key = issueKey()) => {
  const answer = await app.inject({ url: '/api/v1/events', query, headers: bearer(key) });
  return { status: answer.statusCode, body: answer.json() };
};

/** Opens a stream and reads it in the background. */
async function open(query = '', headers: Record<string, string> = {}, key = issueKey()) {
  const left = new AbortController();
  onTestFinished(() => left.abort());
  const answer = await fetch(`${base}/api/v1/events/stream${query}`, {
    headers: { ...bearer(key), ...headers },
    signal: left.signal,
  });
  let text = '';
  const ended = (async () => {
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => {});
  const frames = () =>
    [...text.matchAll(/^id: (.*)\nevent: (\w+)\ndata: (.*)\n\n/gm)].map(([, id, event, data]) => ({
      ...{ id, event },
      data: JSON.parse(data!),
    }));
  const seen = () => frames().flatMap(({ event, id }) => (event === 'event' ? [id] : []));
  return { answer, ended, frames, seen, text: () => text, leave: () => left.abort() };
}

describe('GET /events', () => {
  it('shows events in order, with a cursor to go on from', async () => {
    const [first, second, third] = [add({ projectId: 'proj_1', runId: 'run_1' }), add(), add()];
    const page = await list({ limit: '2' });
    expect(page.body).toMatchObject({ object: 'list', has_more: true });
    expect(page.body.data.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id]);
    expect(page.body.data[0]).toEqual({
      ...{ id: first.id, object: 'event', type: 'job.completed', created_at: '1970-01-01T00:00:00.000Z' },
      ...{ resource: { type: 'job', id: first.resourceId }, project_id: 'proj_1', run_id: 'run_1' },
      data: JSON.parse(first.dataJson),
    });
    const rest = await list({ after: page.body.next_cursor });
    expect(rest.body.data).toMatchObject([{ id: third.id }]);
    expect((await list({ after: third.id })).body).toMatchObject({ data: [], has_more: false });
    expect((await list({ after: rest.body.next_cursor })).body.next_cursor).toBe(rest.body.next_cursor);
  });

  it('returns the end of the feed for after=now', async () => {
    add();
    const { next_cursor } = (await list({ after: 'now' })).body;
    const later = add();
    expect((await list({ after: next_cursor })).body.data).toMatchObject([{ id: later.id }]);
  });

  it('returns 410 with the end of the feed when events are missing', async () => {
    add();
    const { status, body } = await list({ after: newId('evt', new Date()) });
    expect([status, body.error.code]).toEqual([410, 'resync_required']);
    expect((await list({ after: body.error.details.cursor })).body).toMatchObject({ data: [], has_more: false });
  });

  it('refuses cursors of other workspaces and unknown types', async () => {
    add({}, 'ws_2');
    const foreign = await list({}, issueKey({ workspaceId: 'ws_2' }));
    expect((await list({ after: foreign.body.next_cursor })).status).toBe(400);
    expect((await list({ after: 'x' })).status).toBe(400);
    expect((await list({ type: 'job.lost' })).status).toBe(400);
    expect((await list({ type: 'job.*,file.created' })).status).toBe(200);
  });

  it('asks for the types that the scopes of the key allow, and refuses others', async () => {
    const typesFor = async (scopes: 'jobs:read'[] | 'files:read'[], query = {}) => {
      const { status } = await list(query, issueKey({ scopes }));
      return status === 200 ? (events.calls.at(-1)!.request as { types: string[] }).types : status;
    };
    expect(await typesFor(['files:read'])).toEqual(['file.created', 'file.moved', 'file.deleted']);
    expect(await typesFor(['files:read'], { type: 'job.*,file.created' })).toEqual(['file.created']);
    expect(await typesFor(['files:read'], { type: 'job.*' })).toBe(403);
    expect(await typesFor([])).toBe(403);
  });

  it('passes on what the caller may see', async () => {
    const visibleTo = async (fields: Parameters<typeof issueKey>[0]) => {
      await list({}, issueKey(fields));
      return (events.calls.at(-1)!.request as { visible: object }).visible;
    };
    expect(await visibleTo({ role: 'admin' })).toMatchObject({ projectIds: [], everyAudience: true });
    expect(await visibleTo({ role: 'member', projectIds: ['proj_1'] })).toEqual({
      ...{ projectIds: ['proj_1'], everyAudience: false },
      audiences: ['usr_1', expect.any(String)],
    });
    const other = { project_id: 'proj_00000000000000000000000002' };
    expect((await list(other, issueKey({ projectIds: ['proj_1'] }))).status).toBe(403);
  });
});

describe('GET /events/stream', () => {
  it('sends events from now on, each with its id', async () => {
    add();
    const { answer, seen, frames, text } = await open();
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    await eventually(() => frames().length === 1);
    expect(text().startsWith('retry: 3000\n\n')).toBe(true);
    expect(frames()[0]).toMatchObject({ event: 'ping' });
    const two = [add(), add()];
    await eventually(() => seen().length === 2);
    expect(seen()).toEqual(two.map(({ id }) => id));
    expect(frames()[1]!.data).toMatchObject({ object: 'event', type: 'job.completed' });
  });

  it('goes on after Last-Event-ID, and catches up page by page', async () => {
    const all = Array.from({ length: 450 }, () => add());
    const { seen } = await open('', { 'last-event-id': all[9]!.id });
    await eventually(() => seen().length === 440);
    expect(seen()).toEqual(all.slice(10).map(({ id }) => id));
  });

  it('returns only headers for HEAD', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/api/v1/events/stream', headers: bearer(issueKey()) });
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, 'text/event-stream', '']);
  });

  it('goes on from the id of a ping', async () => {
    add();
    const first = await open();
    await eventually(() => first.frames().length === 1);
    first.leave();
    const later = add();
    const second = await open('', { 'last-event-id': first.frames()[0]!.id! });
    await eventually(() => second.seen().length === 1);
    expect(second.seen()).toEqual([later.id]);
  });

  it('sends resync when events are missing, and goes on with new ones', async () => {
    add();
    const { frames, seen } = await open('', { 'last-event-id': newId('evt', new Date()) });
    await eventually(() => frames().some(({ event }) => event === 'resync'));
    const { cursor } = frames()[0]!.data;
    expect((await list({ after: cursor })).status).toBe(200);
    const later = add();
    await eventually(() => seen().includes(later.id));
  });

  it('sends only wanted types, and no other workspace', async () => {
    const { seen } = await open('?type=job.failed');
    add();
    add({}, 'ws_2');
    const failed = add({ type: 'job.failed' });
    await eventually(() => seen().length > 0);
    expect(seen()).toEqual([failed.id]);
  });

  it('reads a page once for all streams at the same place', async () => {
    const key = issueKey();
    const streams = await Promise.all(Array.from({ length: 20 }, () => open('', {}, key)));
    await eventually(() => streams.every(({ frames }) => frames().length === 1));
    events.calls.length = 0;
    add();
    await eventually(() => streams.every(({ seen }) => seen().length === 1));
    expect(events.calls.length).toBeLessThan(4);
  });

  it('reads again after a gap of the bus', async () => {
    const { frames, seen } = await open();
    await eventually(() => frames().length === 1);
    const { advance } = bus;
    bus.advance = () => {};
    const { id } = add();
    bus.advance = advance;
    bus.gap();
    await eventually(() => seen().includes(id));
  });

  it('ends with an error event when its key is revoked', async () => {
    const key = issueKey();
    const { ended, frames, text } = await open('', {}, key);
    await eventually(() => frames().length === 1);
    records.delete(key.slice(9, 17));
    await keys.reread();
    await ended;
    expect(text()).toContain('event: error\ndata: {"message":"The API key is no longer valid."}');
  });

  it('ends without an event when the feed cannot be read, so that the client reconnects', async () => {
    const { ended, frames, text } = await open();
    await eventually(() => frames().length === 1);
    const { list: working } = events;
    events.list = async () => {
      throw new Error('down');
    };
    bus.advance('ws_1');
    await ended;
    events.list = working;
    expect(text()).not.toContain('event: error');
  });
});

it('ends the streams of a gateway that closes', async () => {
  const other = await testGateway();
  const address = await other.app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${address}/api/v1/events/stream`, { headers: bearer(other.issueKey()) });
  const [text] = await Promise.all([answer.text(), other.stop()]);
  expect(text).toContain('event: ping');
});

it('counts streams of the feed among the open streams of a key', async () => {
  const other = await testGateway({ streams: { perKey: 1, inAll: 4 } });
  const address = await other.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = bearer(other.issueKey());
  const first = await fetch(`${address}/api/v1/events/stream`, { headers });
  expect((await fetch(`${address}/api/v1/events/stream`, { headers })).status).toBe(429);
  await Promise.all([first.text(), other.stop()]);
});
