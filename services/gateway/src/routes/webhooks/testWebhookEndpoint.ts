import { testWebhookEndpoint as operation } from '@rotamer/api/operations/webhooks/testWebhookEndpoint.ts';
import { endpointIdOf } from '@rotamer/http/params/ids.ts';
import { presentWebhookDelivery } from '@rotamer/present/presentWebhook.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /webhook-endpoints/{endpointId}/test: sends an event webhook.test. */
export const testWebhookEndpoint = handler(operation, ({ webhooks }) => async (request, reply) => {
  const endpointId = endpointIdOf(request.params);
  const delivery = await webhooks.testEndpoint({ endpointId }, callScope(request, reply));
  return reply.code(202).send(presentWebhookDelivery(delivery));
});
