import type { OutboxMessage } from '@rotamer/kit/outbox/outbox.ts';
import { outboxEvent } from '@rotamer/kit/outbox/outbox.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';

/** Returns the event that credits of a workspace were granted or released: work that waits for credits may retry. */
export function fundsAvailable(
  workspaceId: string,
  availableMillicredits: number,
  now: Date,
  traceparent: string,
): OutboxMessage {
  const envelope = { topic: 'billing.events.v1', key: workspaceId, occurredAt: now, traceparent };
  const type = BillingEventType.FUNDS_AVAILABLE;
  return outboxEvent(BillingEvent, envelope, { workspaceId, type, availableMillicredits });
}
