import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { webhookDelivery } from '../../schemas/webhook.ts';

/** POST /webhook-deliveries/{deliveryId}/replay: sends an event again. */
export const replayWebhookDelivery = operation({
  id: 'replayWebhookDelivery',
  method: 'POST',
  path: '/webhook-deliveries/{deliveryId}/replay',
  access: { scope: 'webhooks:write', role: 'admin' },
  tag: 'Webhooks',
  summary: 'Send the event of a delivery again',
  description:
    'The same event with the same `webhook-id` and a new timestamp, retried for three days. Later events of the resource ' +
    'do not wait for it. A delivery that is pending is a conflict.',
  responses: { 202: { description: 'Queued', body: ref(webhookDelivery) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'webhook_delivery.replayed', resource: 'webhook_delivery', id: { param: 'deliveryId' } },
  sample: { call: 'webhooks.replay', cli: 'webhooks replay DELIVERY_ID' },
});
