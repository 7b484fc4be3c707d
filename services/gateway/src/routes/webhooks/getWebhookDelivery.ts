import { getWebhookDelivery as operation } from '@rotamer/api/operations/webhooks/getWebhookDelivery.ts';
import { deliveryIdOf } from '@rotamer/http/params/ids.ts';
import { presentWebhookAttempt, presentWebhookDelivery } from '@rotamer/present/presentWebhook.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /webhook-deliveries/{deliveryId}: with its attempts. */
export const getWebhookDelivery = handler(operation, ({ webhooks }) => async (request, reply) => {
  const deliveryId = deliveryIdOf(request.params);
  const delivery = await webhooks.getDelivery({ deliveryId }, callScope(request, reply));
  return { ...presentWebhookDelivery(delivery), attempts: delivery.endedAttempts.map(presentWebhookAttempt) };
});
