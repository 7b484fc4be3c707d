import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import {
  type ListDeliveriesRequest,
  type ListDeliveriesResponse,
  WebhookDeliveryState,
} from '@rotamer/proto/notifications/v1/webhooks.ts';
import type { Delivery } from '../delivery.ts';
import { listDeliveries as readDeliveries } from '../deliveryStore.ts';
import { presentDelivery } from '../presentDelivery.ts';
import type { WebhookDeps } from '../webhookDeps.ts';

const states: ReadonlyMap<WebhookDeliveryState, Delivery['state']> = new Map([
  [WebhookDeliveryState.PENDING, 'pending'],
  [WebhookDeliveryState.DELIVERED, 'delivered'],
  [WebhookDeliveryState.FAILED, 'failed'],
]);

export function listDeliveries({ db }: WebhookDeps): Rpc<ListDeliveriesRequest, ListDeliveriesResponse> {
  return async ({ endpointId, eventId, state, beforeId, limit }, { caller: { workspaceId } }) => {
    requireValid(wholeNumber('limit', limit, 1, 101));
    const filter = { workspaceId, endpointId, eventId, state: states.get(state), beforeId, limit };
    return { deliveries: (await readDeliveries(db, filter)).map((one) => presentDelivery(one)) };
  };
}
