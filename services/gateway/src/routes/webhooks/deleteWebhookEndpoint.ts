import { deleteWebhookEndpoint as operation } from '@rotamer/api/operations/webhooks/deleteWebhookEndpoint.ts';
import { endpointIdOf } from '@rotamer/http/params/ids.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** DELETE /webhook-endpoints/{endpointId}: deletes an endpoint with its deliveries. */
export const deleteWebhookEndpoint = handler(operation, ({ webhooks }) => async (request, reply) => {
  const endpointId = endpointIdOf(request.params);
  await webhooks.deleteEndpoint({ endpointId }, callScope(request, reply));
  return { object: 'webhook_endpoint_deletion' as const, id: endpointId, deleted: true };
});
