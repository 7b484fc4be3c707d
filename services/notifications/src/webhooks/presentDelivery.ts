import { WebhookDelivery, WebhookDeliveryState } from '@rotamer/proto/notifications/v1/webhooks.ts';
import type { StoredAttempt, StoredDelivery } from './deliveryStore.ts';

/** The delivery of the RPCs. */
export function presentDelivery(delivery: StoredDelivery, attempts: readonly StoredAttempt[] = []): WebhookDelivery {
  const { id, endpointId, eventId, eventType, resourceId, createdAt, endedAt, dueAt, state } = delivery;
  return WebhookDelivery.fromPartial({
    ...{ id, endpointId, eventId, eventType, resourceId, createdAt, attempts: delivery.attempts },
    state: WebhookDeliveryState[state.toUpperCase() as Uppercase<typeof state>],
    nextAttemptAt: dueAt ?? undefined,
    endedAt: endedAt ?? undefined,
    endedAttempts: [...attempts],
  });
}
