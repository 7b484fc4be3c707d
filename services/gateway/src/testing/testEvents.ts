import { ListEventsResponse, type PublicEvent } from '@rotamer/proto/notifications/v1/events.ts';
import type { Events } from '../clients/clients.ts';

/** A notifications service in memory: feeds by workspace. */
export interface TestEvents extends Events {
  feeds: Map<string, PublicEvent[]>;
  calls: { request: unknown }[];
}

export function testEvents(): TestEvents {
  const feeds: TestEvents['feeds'] = new Map();
  const calls: TestEvents['calls'] = [];
  return {
    feeds,
    calls,
    list: async (request, scope) => {
      calls.push({ request });
      const feed = feeds.get(scope?.caller?.workspaceId ?? '') ?? [];
      const { after, limit = 0, types = [] } = request;
      const last = feed.at(-1)?.seq ?? 0;
      if (after?.$case === 'afterNewest') return ListEventsResponse.fromPartial({ nextSeq: last });
      const place = after?.$case === 'afterId' ? feed.find(({ id }) => id === after.value)?.seq : after?.value;
      if (after && place === undefined) return ListEventsResponse.fromPartial({ nextSeq: last, tooOld: true });
      const left = feed.filter(({ seq, type }) => seq > (place ?? 0) && (types.length === 0 || types.includes(type)));
      const events = left.slice(0, limit);
      const hasMore = left.length > limit;
      return { events, nextSeq: hasMore ? events.at(-1)!.seq : last, hasMore, tooOld: false };
    },
  };
}
