import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { webhookDelivery } from '../../schemas/webhook.ts';

/** POST /webhook-endpoints/{endpointId}/test: sends an event webhook.test. */
export const testWebhookEndpoint = operation({
  id: 'testWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{endpointId}/test',
  access: { scope: 'webhooks:write', role: 'admin' },
  tag: 'Webhooks',
  summary: 'Send a test event to a webhook endpoint',
  description:
    'Sends an event `webhook.test`, also when the endpoint does not want this type. The response is its delivery; ' +
    '`GET /webhook-deliveries/{deliveryId}` shows the answer of the receiver. `GET /events` does not have the event.',
  responses: { 202: { description: 'Queued', body: ref(webhookDelivery) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'webhook_endpoint.tested', resource: 'webhook_endpoint', id: { param: 'endpointId' } },
  sample: { call: 'webhooks.test', cli: 'webhooks test ENDPOINT_ID' },
});
