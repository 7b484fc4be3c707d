import type { PublicEvent } from '@rotamer/api/schemas/event.ts';
import { presentEvent as present } from '@rotamer/present/presentEvent.ts';
import type { PublicEvent as Event } from '@rotamer/proto/notifications/v1/events.ts';

/** The event of the public API, from the message of the notifications service. */
export function presentEvent({ createdAt, dataJson, ...event }: Event): PublicEvent {
  return present({ ...event, createdAt: createdAt!, data: JSON.parse(dataJson) });
}
