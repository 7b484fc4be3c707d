import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { webhookEndpointDeletion } from '../../schemas/webhook.ts';

/** DELETE /webhook-endpoints/{endpointId}: deletes an endpoint with its deliveries. */
export const deleteWebhookEndpoint = operation({
  id: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/webhook-endpoints/{endpointId}',
  access: { scope: 'webhooks:write', role: 'admin' },
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint with its deliveries',
  responses: { 200: { body: ref(webhookEndpointDeletion) } },
  errors: ['not_found'],
  audit: { action: 'webhook_endpoint.deleted', resource: 'webhook_endpoint', id: { param: 'endpointId' } },
  sample: { call: 'webhooks.delete', cli: 'webhooks delete ENDPOINT_ID' },
});
