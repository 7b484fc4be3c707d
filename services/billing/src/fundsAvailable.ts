import { newId } from '@rotamer/kit/ids.ts';
import type { OutboxMessage } from '@rotamer/kit/outbox/outbox.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';

/** The event that credits of a workspace were granted or released: whatever waits for credits may retry. */
export function fundsAvailable(
  workspaceId: string,
  availableMillicredits: number,
  now: Date,
  traceparent: string,
): OutboxMessage {
  const eventId = newId('evt', now);
  const type = BillingEventType.FUNDS_AVAILABLE;
  const value = BillingEvent.encode({
    eventId,
    workspaceId,
    occurredAt: now,
    type,
    availableMillicredits,
  }).finish();
  return { topic: 'billing.events.v1', key: workspaceId, eventId, type, occurredAt: now, traceparent, value };
}
