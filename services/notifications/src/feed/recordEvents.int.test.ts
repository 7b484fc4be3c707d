import { newId } from '@rotamer/kit/ids.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { ListEventsRequest } from '@rotamer/proto/notifications/v1/events.ts';
import { describe, expect, it } from 'vitest';
import { startNotifications } from '../testing/startNotifications.ts';
import { pruneFeeds } from '../work/pruneFeeds.ts';
import type { NewEvent } from './newEvent.ts';
import { recordEvents } from './recordEvents.ts';

const now = new Date();

function anEvent(fields: Partial<NewEvent> = {}): NewEvent {
  return {
    id: newId('evt', now),
    workspaceId: 'ws_1',
    type: 'job.created',
    createdAt: now,
    resourceType: 'job',
    resourceId: newId('job', now),
    version: 1,
    data: { object: 'job' },
    ...fields,
  };
}

async function start() {
  const notifications = await startNotifications();
  const scope = (workspaceId: string) => ({ caller: Caller.fromPartial({ workspaceId }) });
  return {
    ...notifications,
    record: (...events: NewEvent[]) => recordEvents(notifications.deps, events),
    list: (request: Partial<ListEventsRequest> = {}, workspaceId = 'ws_1') =>
      notifications.events.list({ limit: 100, ...request }, scope(workspaceId)),
  };
}

describe('recording events', () => {
  it('adds each event once, in order, to the feed of its workspace', async () => {
    const { record, list } = await start();
    const events = [anEvent(), anEvent({ workspaceId: 'ws_2' }), anEvent({ runId: 'run_1', projectId: 'proj_1' })];
    await record(...events);
    await record(...events);
    const { events: shown, nextSeq } = await list();
    expect(shown.map(({ id, seq }) => [id, seq])).toEqual([
      [events[0]!.id, 1],
      [events[2]!.id, 2],
    ]);
    expect(shown[1]).toMatchObject({ runId: 'run_1', projectId: 'proj_1', dataJson: '{"object": "job"}' });
    expect(nextSeq).toBe(2);
    expect((await list({}, 'ws_2')).events.map(({ seq }) => seq)).toEqual([1]);
  });

  it('drops an event that is older than the newest one of its resource', async () => {
    const { record, list } = await start();
    const resourceId = newId('job', now);
    await record(anEvent({ resourceId, version: 5 }));
    await record(anEvent({ resourceId, version: 4 }), anEvent({ resourceId, version: 6 }));
    expect((await list()).nextSeq).toBe(2);
  });

  it('writes one message per feed and transaction to the outbox', async () => {
    const { record, db } = await start();
    await record(anEvent(), anEvent(), anEvent({ workspaceId: 'ws_2' }));
    const { rows } = await db.query('select topic, key from outbox order by key');
    expect(rows).toEqual(['ws_1', 'ws_2'].map((key) => ({ topic: 'notifications.events.v1', key })));
  });

  it('shows no gap to readers while many transactions add events', async () => {
    const { record, list } = await start();
    const batches = Array.from({ length: 30 }, () => record(anEvent(), anEvent({ workspaceId: 'ws_2' }), anEvent()));
    const seen: number[] = [];
    const writing = Promise.all(batches);
    while (seen.length < 60) {
      const { events, nextSeq } = await list({ after: { $case: 'afterSeq', value: seen.at(-1) ?? 0 } });
      seen.push(...events.map(({ seq }) => seq));
      expect(nextSeq).toBe(seen.at(-1) ?? 0);
    }
    await writing;
    expect(seen).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
  });
});

describe('reading a feed', () => {
  it('continues after a place, an event or the newest event', async () => {
    const { record, list } = await start();
    const events = Array.from({ length: 5 }, () => anEvent());
    await record(...events);
    const seqs = async (request: Partial<ListEventsRequest>) => (await list(request)).events.map(({ seq }) => seq);
    expect(await seqs({ after: { $case: 'afterSeq', value: 3 } })).toEqual([4, 5]);
    expect(await seqs({ after: { $case: 'afterId', value: events[1]!.id } })).toEqual([3, 4, 5]);
    expect(await list({ after: { $case: 'afterNewest', value: true } })).toEqual({
      ...{ events: [], nextSeq: 5, hasMore: false, tooOld: false },
    });
    expect(await list({ limit: 2 })).toMatchObject({ nextSeq: 2, hasMore: true });
    expect(await list({ limit: 5 })).toMatchObject({ nextSeq: 5, hasMore: false });
  });

  it('filters by type, project, run and resource, and continues after the last event it looked at', async () => {
    const { record, list } = await start();
    const wanted = anEvent({ type: 'job.failed', projectId: 'proj_1', runId: 'run_1' });
    await record(anEvent(), wanted, anEvent(), anEvent());
    const filters = [
      { types: ['job.failed'] },
      { projectId: 'proj_1' },
      { runId: 'run_1' },
      { resourceId: wanted.resourceId },
    ];
    for (const filter of filters) {
      const { events, nextSeq, hasMore } = await list(filter);
      expect([events.map(({ id }) => id), nextSeq, hasMore]).toEqual([[wanted.id], 4, false]);
    }
  });

  it('hides other projects, and events for other users and keys', async () => {
    const { record, list } = await start();
    await record(anEvent({ projectId: 'proj_1' }), anEvent(), anEvent({ audience: 'usr_1' }));
    const seen = async (visible: ListEventsRequest['visible']) =>
      (await list({ visible })).events.map(({ seq }) => seq);
    expect(await seen({ projectIds: ['proj_1'], audiences: [], everyAudience: false })).toEqual([1]);
    expect(await seen({ projectIds: [], audiences: ['usr_1'], everyAudience: false })).toEqual([1, 2, 3]);
    expect(await seen({ projectIds: [], audiences: ['usr_2'], everyAudience: false })).toEqual([1, 2]);
    expect(await seen({ projectIds: [], audiences: [], everyAudience: true })).toEqual([1, 2, 3]);
  });

  it('says that a place is too old once a later event was pruned', async () => {
    const { record, list, db, deps } = await start();
    const events = [anEvent(), anEvent(), anEvent()];
    await record(...events);
    await db.query(`update events set stored_at = now() - interval '31 days' where seq <= 2`);
    while (await pruneFeeds(deps, 1));
    const after = (value: number) => list({ after: { $case: 'afterSeq', value } });
    expect(await after(1)).toEqual({ events: [], nextSeq: 3, hasMore: false, tooOld: true });
    expect((await after(2)).events.map(({ id }) => id)).toEqual([events[2]!.id]);
    expect((await list({ after: { $case: 'afterId', value: events[0]!.id } })).tooOld).toBe(true);
    expect(await list()).toMatchObject({ tooOld: false, nextSeq: 3 });
  });
});
