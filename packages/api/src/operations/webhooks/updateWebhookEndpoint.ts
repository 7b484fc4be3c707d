import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { webhookEndpoint, webhookEndpointUpdateRequest } from '../../schemas/webhook.ts';

/** PATCH /webhook-endpoints/{endpointId}: changes the fields in the body. */
export const updateWebhookEndpoint = operation({
  id: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/webhook-endpoints/{endpointId}',
  access: { scope: 'webhooks:write', role: 'admin' },
  tag: 'Webhooks',
  summary: 'Change a webhook endpoint, disable or enable it',
  description:
    'Rotamer disables an endpoint that answers 410, or whose attempts have all failed for a week, and sends admins a mail. ' +
    'Enable it here once the receiver works again. `GET /events` has what it missed. After a change of the URL, retries are ' +
    'sent there at once.',
  body: ref(webhookEndpointUpdateRequest),
  responses: { 200: { body: ref(webhookEndpoint) } },
  errors: ['not_found', 'conflict'],
  audit: {
    action: 'webhook_endpoint.changed',
    resource: 'webhook_endpoint',
    id: { param: 'endpointId' },
    facts: ['event_types', 'project_id', 'enabled'],
  },
  sample: {
    body: { description: 'Ends of jobs' },
    call: 'webhooks.update',
    cli: "webhooks update ENDPOINT_ID --description 'Ends of jobs'",
  },
});
