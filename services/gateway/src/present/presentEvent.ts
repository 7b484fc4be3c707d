import type { PublicEvent } from '@rotamer/api/schemas/event.ts';
import type { PublicEvent as Event } from '@rotamer/proto/notifications/v1/events.ts';

/** The event of the public API. */
export function presentEvent(event: Event): PublicEvent {
  return {
    id: event.id,
    object: 'event',
    type: event.type as PublicEvent['type'],
    created_at: event.createdAt!.toISOString(),
    resource: { type: event.resourceType as PublicEvent['resource']['type'], id: event.resourceId },
    project_id: event.projectId ?? null,
    run_id: event.runId ?? null,
    data: JSON.parse(event.dataJson),
  };
}
