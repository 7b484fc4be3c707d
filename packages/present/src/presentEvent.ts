import type { PublicEvent } from '@rotamer/api/schemas/event.ts';

/** An event of the feed, as it is stored. */
export interface StoredEvent {
  id: string;
  type: string;
  createdAt: Date;
  resourceType: string;
  resourceId: string;
  projectId?: string;
  runId?: string;
  data: unknown;
}

/** The event of the public API, which is also the body of a webhook. */
export function presentEvent(event: StoredEvent): PublicEvent {
  return {
    id: event.id,
    object: 'event',
    type: event.type as PublicEvent['type'],
    created_at: event.createdAt.toISOString(),
    resource: { type: event.resourceType as PublicEvent['resource']['type'], id: event.resourceId },
    project_id: event.projectId ?? null,
    run_id: event.runId ?? null,
    data: event.data as PublicEvent['data'],
  };
}
