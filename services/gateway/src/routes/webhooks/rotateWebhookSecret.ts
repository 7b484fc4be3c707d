import { rotateWebhookSecret as operation } from '@rotamer/api/operations/webhooks/rotateWebhookSecret.ts';
import { endpointIdOf } from '@rotamer/http/params/ids.ts';
import { presentWebhookEndpoint } from '@rotamer/present/presentWebhook.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /webhook-endpoints/{endpointId}/rotate-secret: replaces the secret, and shows the new one. */
export const rotateWebhookSecret = handler(operation, ({ webhooks }) => async (request, reply) => {
  const endpointId = endpointIdOf(request.params);
  const { endpoint, secret } = await webhooks.rotateSecret({ endpointId }, callScope(request, reply));
  reply.header('cache-control', 'no-store');
  return { ...presentWebhookEndpoint(endpoint!), secret };
});
