import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ReplayDeliveryRequest, WebhookDelivery } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { replay } from '../delivery.ts';
import { readDelivery, saveReplay } from '../deliveryStore.ts';
import { lockEndpoint } from '../endpointStore.ts';
import { presentDelivery } from '../presentDelivery.ts';
import { WEBHOOKS_SIGNAL } from '../queueDeliveries.ts';
import type { WebhookDeps } from '../webhookDeps.ts';
import { requireEnabled } from './requireEnabled.ts';

/** Sends the event of a delivery again. Later events of its resource do not wait for it, since they may have been delivered. */
export function replayDelivery({ db, clock, signals }: WebhookDeps): Rpc<ReplayDeliveryRequest, WebhookDelivery> {
  return async ({ deliveryId }, { caller: { workspaceId } }) => {
    const known = await readDelivery(db, deliveryId, workspaceId);
    if (!known) throw notFound('webhook delivery');
    const replayed = await transaction(db, async (tx) => {
      const endpoint = await lockEndpoint(tx, known.endpointId, workspaceId);
      // Read again under the lock.
      const delivery = await readDelivery(tx, deliveryId, workspaceId);
      if (!endpoint || !delivery) throw notFound('webhook delivery');
      requireEnabled(endpoint);
      if (delivery.state === 'pending') throw stillPending();
      const after = { ...delivery, ...replay(delivery, clock()), queue: null, endedAt: null };
      await saveReplay(tx, deliveryId, after);
      return after;
    });
    signals.send(WEBHOOKS_SIGNAL);
    return presentDelivery(replayed);
  };
}

function stillPending(): Fault {
  return new Fault('conflict', 'This delivery has not ended: further attempts follow.', {
    resolution: 'Wait for its next attempt.',
    details: { reason: 'delivery_pending' },
  });
}
