import type { EventResource, EventType } from '@rotamer/api/schemas/eventTypes.ts';

/** A public event before it is numbered. */
export interface NewEvent {
  /** The id of the event that the resource's service published. */
  id: string;
  workspaceId: string;
  type: EventType;
  /** When it happened. */
  createdAt: Date;
  resourceType: EventResource;
  resourceId: string;
  /** Grows with the resource. Of a resource without a version: the time of the event in milliseconds. */
  version: number;
  projectId?: string;
  runId?: string;
  /** The only user or API key that may see the event, besides admins. */
  audience?: string;
  /** The resource as the public API shows it. */
  data: object;
}

/** An event with its place in the feed of its workspace. */
export interface FeedEvent extends NewEvent {
  seq: number;
}
