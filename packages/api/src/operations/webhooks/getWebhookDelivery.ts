import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { webhookDeliveryDetails } from '../../schemas/webhook.ts';

/** GET /webhook-deliveries/{deliveryId}: with its attempts. */
export const getWebhookDelivery = operation({
  id: 'getWebhookDelivery',
  method: 'GET',
  path: '/webhook-deliveries/{deliveryId}',
  access: { scope: 'webhooks:read', role: 'admin' },
  tag: 'Webhooks',
  summary: 'Get a delivery with its attempts',
  responses: { 200: { body: ref(webhookDeliveryDetails) } },
  errors: ['not_found'],
  sample: { call: 'webhooks.getDelivery', cli: 'webhooks delivery DELIVERY_ID' },
});
