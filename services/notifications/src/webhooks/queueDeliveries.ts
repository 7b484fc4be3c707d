import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { ascendingIds } from '@rotamer/kit/ids.ts';
import { type Endpoint, type RoutedEvent, wants } from './endpoint.ts';
import { holdEndpoints } from './endpointStore.ts';

/** Sent after a commit that made deliveries due. */
export const WEBHOOKS_SIGNAL = 'webhooks';

/** An event of the feed, as far as its deliveries need it. */
export interface QueuedEvent extends RoutedEvent {
  id: string;
  seq: number;
  resourceId: string;
}

/** Queues events for the endpoints that want them, in the transaction that adds the events to the feed. */
export async function queueDeliveries(tx: Queryable, events: readonly QueuedEvent[], now: Date): Promise<void> {
  const endpoints = await holdEndpoints(tx, [...new Set(events.map(({ workspaceId }) => workspaceId))]);
  const wanted = pairs(endpoints, events);
  if (wanted.length === 0) return;
  const nextId = ascendingIds('whd', now);
  await tx.query(
    prepared(
      // Only the first event of each resource is due: the end of each delivery makes the next one due.
      `insert into webhook_deliveries
         (id, workspace_id, endpoint_id, event_id, event_seq, event_type, resource_id, queue, requested_at, created_at, due_at)
       select n.id, n.workspace_id, n.endpoint_id, n.event_id, n.event_seq, n.event_type, n.resource_id, n.resource_id, $9, $9,
         case when n.is_first and not exists (
           select from webhook_deliveries p where p.endpoint_id = n.endpoint_id and p.queue = n.resource_id and p.state = 'pending'
         ) then $9::timestamptz end
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::boolean[])
         as n (id, workspace_id, endpoint_id, event_id, event_seq, event_type, resource_id, is_first)
       on conflict (endpoint_id, event_id) do nothing`,
      [
        wanted.map(nextId),
        wanted.map(({ event }) => event.workspaceId),
        wanted.map(({ endpointId }) => endpointId),
        wanted.map(({ event }) => event.id),
        wanted.map(({ event }) => event.seq),
        wanted.map(({ event }) => event.type),
        wanted.map(({ event }) => event.resourceId),
        wanted.map(({ isFirst }) => isFirst),
        now,
      ],
    ),
  );
}

interface Wanted {
  endpointId: string;
  event: QueuedEvent;
  /** Whether no earlier event of its resource goes to the endpoint now. */
  isFirst: boolean;
}

/** Returns each event with each endpoint that wants it. */
function pairs(endpoints: readonly Endpoint[], events: readonly QueuedEvent[]): Wanted[] {
  const seen = new Set<string>();
  return events.flatMap((event) =>
    endpoints
      .filter((endpoint) => wants(endpoint, event))
      .map(({ id: endpointId }) => {
        const queue = `${endpointId} ${event.resourceId}`;
        const isFirst = !seen.has(queue);
        seen.add(queue);
        return { endpointId, event, isFirst };
      }),
  );
}
