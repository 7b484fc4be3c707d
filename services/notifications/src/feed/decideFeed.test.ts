import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideFeed, resourceKey } from './decideFeed.ts';
import type { FeedEvent, NewEvent } from './newEvent.ts';

const keptSince = new Date('2026-03-01T00:00:00.000Z');

/** An event of one of a few workspaces, resources and versions. */
const arrival = fc
  .record({
    workspace: fc.nat({ max: 2 }),
    resource: fc.nat({ max: 3 }),
    version: fc.nat({ max: 9 }),
    ageMs: fc.integer({ min: -5, max: 5 }),
  })
  .map(
    ({ workspace, resource, version, ageMs }): NewEvent => ({
      id: '',
      workspaceId: `ws_${workspace}`,
      type: 'job.created',
      createdAt: new Date(keptSince.getTime() + ageMs),
      resourceType: 'job',
      resourceId: `job_${resource}`,
      version,
      data: {},
    }),
  );

/** Decides batch after batch, as transactions do. */
function decideAll(batches: NewEvent[][]): FeedEvent[] {
  const feed: FeedEvent[] = [];
  for (const batch of batches) {
    const known = {
      lastSeqs: new Map(feed.map(({ workspaceId, seq }) => [workspaceId, seq])),
      versions: new Map(feed.map((event) => [resourceKey(event), event.version])),
    };
    feed.push(...decideFeed(known, batch, keptSince));
  }
  return feed;
}

describe('numbering events', () => {
  it('numbers each feed from 1 without a gap, for any batches', () => {
    fc.assert(
      fc.property(fc.array(fc.array(arrival, { maxLength: 10 }), { maxLength: 10 }), (batches) => {
        for (const feed of Map.groupBy(decideAll(batches), ({ workspaceId }) => workspaceId).values())
          expect(feed.map(({ seq }) => seq)).toEqual(feed.map((_, i) => i + 1));
      }),
    );
  });

  it('keeps the versions of a resource ascending, and drops no event that came in time', () => {
    fc.assert(
      fc.property(fc.array(fc.array(arrival, { maxLength: 10 }), { maxLength: 10 }), (batches) => {
        const arrived = Map.groupBy(batches.flat(), resourceKey);
        const kept = Map.groupBy(decideAll(batches), resourceKey);
        for (const [key, events] of arrived) {
          let newest = -1;
          const inTime = events.filter(({ version, createdAt }) => {
            if (createdAt < keptSince || version < newest) return false;
            newest = version;
            return true;
          });
          expect((kept.get(key) ?? []).map(({ version }) => version)).toEqual(inTime.map(({ version }) => version));
        }
      }),
    );
  });

  it('does not depend on how arrivals are divided into transactions', () => {
    fc.assert(
      fc.property(fc.array(fc.array(arrival, { maxLength: 6 }), { maxLength: 6 }), (batches) => {
        expect(decideAll(batches)).toEqual(decideAll([batches.flat()]));
      }),
    );
  });

  it('drops an event from before the retention', () => {
    const [event] = fc.sample(arrival, 1) as [NewEvent];
    const known = { lastSeqs: new Map(), versions: new Map() };
    expect(decideFeed(known, [{ ...event, createdAt: new Date(keptSince.getTime() - 1) }], keptSince)).toEqual([]);
    expect(decideFeed(known, [{ ...event, createdAt: keptSince }], keptSince)).toHaveLength(1);
  });
});
