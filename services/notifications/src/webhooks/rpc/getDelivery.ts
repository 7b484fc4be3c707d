import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetDeliveryRequest, WebhookDelivery } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { readAttempts, readDelivery } from '../deliveryStore.ts';
import { presentDelivery } from '../presentDelivery.ts';
import type { WebhookDeps } from '../webhookDeps.ts';

export function getDelivery({ db }: WebhookDeps): Rpc<GetDeliveryRequest, WebhookDelivery> {
  return async ({ deliveryId }, { caller: { workspaceId } }) => {
    const delivery = await readDelivery(db, deliveryId, workspaceId);
    if (!delivery) throw notFound('webhook delivery');
    return presentDelivery(delivery, await readAttempts(db, deliveryId));
  };
}
