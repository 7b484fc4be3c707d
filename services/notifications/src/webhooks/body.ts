import { presentEvent, type StoredEvent } from '@rotamer/present/presentEvent.ts';

/** An event of the feed, or the body of a test. */
export type DeliveredEvent = { row: StoredEvent } | { body: unknown };

/** Returns the body of a webhook: the event as `GET /events` shows it, as JSON. */
export function bodyOf(event: DeliveredEvent): string {
  return JSON.stringify('body' in event ? event.body : presentEvent(event.row));
}

/** Returns the event of a test, which has the shape of all others. */
export function testBody(id: string, endpointId: string, now: Date): object {
  return {
    ...{ id, object: 'event', type: 'webhook.test', created_at: now.toISOString() },
    ...{ resource: { type: 'webhook_endpoint', id: endpointId }, project_id: null, run_id: null },
    data: { id: endpointId, object: 'webhook_endpoint' },
  };
}
