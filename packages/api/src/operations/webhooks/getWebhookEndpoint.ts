import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { webhookEndpoint } from '../../schemas/webhook.ts';

/** GET /webhook-endpoints/{endpointId}. */
export const getWebhookEndpoint = operation({
  id: 'getWebhookEndpoint',
  method: 'GET',
  path: '/webhook-endpoints/{endpointId}',
  access: { scope: 'webhooks:read', role: 'admin' },
  tag: 'Webhooks',
  summary: 'Get a webhook endpoint without its secret',
  responses: { 200: { body: ref(webhookEndpoint) } },
  errors: ['not_found'],
  sample: { call: 'webhooks.get', cli: 'webhooks show ENDPOINT_ID' },
});
