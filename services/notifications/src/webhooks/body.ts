/** An event of the feed, or the body of a test. */
export type DeliveredEvent = { row: EventRow } | { body: unknown };

/** The columns of an event that its public form needs. */
export interface EventRow {
  id: string;
  type: string;
  createdAt: Date;
  resourceType: string;
  resourceId: string;
  projectId: string | undefined;
  runId: string | undefined;
  data: unknown;
}

/** Returns the body of a webhook: the event as `GET /events` shows it, as JSON. */
export function bodyOf(event: DeliveredEvent): string {
  return JSON.stringify('body' in event ? event.body : present(event.row));
}

function present({ id, type, createdAt, resourceType, resourceId, projectId, runId, data }: EventRow): object {
  return {
    ...{ id, object: 'event', type, created_at: createdAt.toISOString() },
    ...{ resource: { type: resourceType, id: resourceId }, project_id: projectId ?? null, run_id: runId ?? null },
    data,
  };
}

/** Returns the event of a test, which has the shape of all others. */
export function testBody(id: string, endpointId: string, now: Date): object {
  return {
    ...{ id, object: 'event', type: 'webhook.test', created_at: now.toISOString() },
    ...{ resource: { type: 'webhook_endpoint', id: endpointId }, project_id: null, run_id: null },
    data: { id: endpointId, object: 'webhook_endpoint' },
  };
}
