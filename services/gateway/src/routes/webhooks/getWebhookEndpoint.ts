import { getWebhookEndpoint as operation } from '@rotamer/api/operations/webhooks/getWebhookEndpoint.ts';
import { endpointIdOf } from '@rotamer/http/params/ids.ts';
import { presentWebhookEndpoint } from '@rotamer/present/presentWebhook.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /webhook-endpoints/{endpointId}. */
export const getWebhookEndpoint = handler(operation, ({ webhooks }) => async (request, reply) => {
  const endpointId = endpointIdOf(request.params);
  return presentWebhookEndpoint(await webhooks.getEndpoint({ endpointId }, callScope(request, reply)));
});
