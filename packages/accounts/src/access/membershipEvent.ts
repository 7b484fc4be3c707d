import type { OutboxMessage } from '@rotamer/kit/outbox/outbox.ts';
import { outboxEvent } from '@rotamer/kit/outbox/outbox.ts';
import { MembershipEvent, type MembershipEventType } from '@rotamer/proto/gateway/v1/membership.ts';
import type { Membership } from './membership.ts';

/** Returns the event of a change, with the membership's current state, or its last state if it has ended. */
export function membershipEvent(
  membership: Membership,
  type: MembershipEventType,
  now: Date,
  traceparent: string,
): OutboxMessage {
  const { workspaceId, userId } = membership;
  const envelope = { topic: 'gateway.events.v1', key: `${workspaceId}/${userId}`, occurredAt: now, traceparent };
  return outboxEvent(MembershipEvent, envelope, { workspaceId, type, membership });
}
