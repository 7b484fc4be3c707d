import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { webhookEndpointRequest, webhookEndpointSecret } from '../../schemas/webhook.ts';

/** POST /webhook-endpoints: creates an endpoint, and shows its secret. */
export const createWebhookEndpoint = operation({
  id: 'createWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints',
  access: { scope: 'webhooks:write', role: 'admin' },
  tag: 'Webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'From now on, events of the workspace are sent to the URL as POST requests with JSON, signed as Standard Webhooks says. The ' +
    'response shows the secret, this once. Answer with a status from 200 to 299 within 15 seconds; other answers, also ' +
    'redirects, are failures. A failed delivery is retried for three days under the same `webhook-id`. Events of one ' +
    'resource arrive in order; an event can arrive twice. A workspace has at most 20 endpoints.',
  body: ref(webhookEndpointRequest),
  responses: { 201: { description: 'Created', body: ref(webhookEndpointSecret) } },
  errors: ['not_found', 'conflict'],
  audit: {
    action: 'webhook_endpoint.created',
    resource: 'webhook_endpoint',
    id: { response: 'id' },
    facts: ['event_types', 'project_id'],
  },
  sample: {
    body: { url: 'https://lims.example.org/rotamer', event_types: ['job.completed', 'job.failed'] },
    call: 'webhooks.create',
    cli: 'webhooks create https://lims.example.org/rotamer --events job.completed,job.failed',
  },
});
