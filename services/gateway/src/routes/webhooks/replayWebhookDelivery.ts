import { replayWebhookDelivery as operation } from '@rotamer/api/operations/webhooks/replayWebhookDelivery.ts';
import { deliveryIdOf } from '@rotamer/http/params/ids.ts';
import { presentWebhookDelivery } from '@rotamer/present/presentWebhook.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /webhook-deliveries/{deliveryId}/replay: sends an event again. */
export const replayWebhookDelivery = handler(operation, ({ webhooks }) => async (request, reply) => {
  const deliveryId = deliveryIdOf(request.params);
  const delivery = await webhooks.replayDelivery({ deliveryId }, callScope(request, reply));
  return reply.code(202).send(presentWebhookDelivery(delivery));
});
