import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { webhookEndpointSecret } from '../../schemas/webhook.ts';

/** POST /webhook-endpoints/{endpointId}/rotate-secret: replaces the secret, and shows the new one. */
export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhook-endpoints/{endpointId}/rotate-secret',
  access: { scope: 'webhooks:write', role: 'admin' },
  tag: 'Webhooks',
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'For 24 hours the former secret signs beside the new one: `webhook-signature` then has two signatures. The response ' +
    'shows the new secret, this once.',
  responses: { 200: { body: ref(webhookEndpointSecret) } },
  errors: ['not_found'],
  audit: { action: 'webhook_endpoint.secret_rotated', resource: 'webhook_endpoint', id: { param: 'endpointId' } },
  sample: { call: 'webhooks.rotateSecret', cli: 'webhooks rotate-secret ENDPOINT_ID' },
});
