import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { appendOutbox, OUTBOX_SIGNAL, outboxEvent } from '@rotamer/kit/outbox/outbox.ts';
import { WebhookEvent, WebhookEventType } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { type Outcome, recordAttempt } from './delivery.ts';
import { giveUpDeliveries, type StoredDelivery, saveAttempt } from './deliveryStore.ts';
import { lockEndpoint, saveEndpoint } from './endpointStore.ts';
import { presentEndpoint } from './presentEndpoint.ts';

interface Needs {
  db: Db;
  signals: Pick<Signals, 'send'>;
  random: () => number;
}

/** Stores how an attempt ended, with what follows for its delivery, for later events of its resource, and for its endpoint. */
export async function recordOutcome(
  { db, signals, random }: Needs,
  delivery: StoredDelivery,
  outcome: Outcome,
  { startedAt, now }: { startedAt: Date; now: Date },
): Promise<void> {
  const disabled = await transaction(db, async (tx) => {
    const endpoint = await lockEndpoint(tx, delivery.endpointId, delivery.workspaceId);
    // Without its endpoint the delivery is gone too.
    if (!endpoint) return false;
    const after = recordAttempt(delivery, endpoint, outcome, now, random());
    const attempt = { ...outcome, number: delivery.attempts, at: startedAt };
    if (!(await saveAttempt(tx, delivery, after.delivery, attempt, now))) return false;
    const changed = { ...endpoint, ...after.endpoint };
    const isSame = (['state', 'failingSince', 'lastFailedAt'] as const).every((one) => changed[one] === endpoint[one]);
    if (!isSame) await saveEndpoint(tx, changed);
    if (!after.disabled) return false;
    await giveUpDeliveries(tx, endpoint.id, now);
    const envelope = { topic: 'notifications.events.v1', key: endpoint.workspaceId, occurredAt: now, traceparent: '' };
    const change = {
      type: WebhookEventType.ENDPOINT_DISABLED,
      workspaceId: endpoint.workspaceId,
      endpoint: presentEndpoint(changed),
    };
    await appendOutbox(tx, [outboxEvent(WebhookEvent, envelope, change)]);
    return true;
  });
  if (disabled) signals.send(OUTBOX_SIGNAL);
}
