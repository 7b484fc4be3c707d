import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { oneOf, ref } from '../../schemas/build.ts';
import { cursorQuery } from '../../schemas/page.ts';
import { deliveryStates, webhookDeliveryList } from '../../schemas/webhook.ts';

const id = (description: string) => Type.Optional(Type.String({ maxLength: 128, description }));

const query = Type.Object(
  {
    ...cursorQuery,
    endpoint_id: id('Only deliveries to this endpoint'),
    event_id: id('Only deliveries of this event'),
    status: Type.Optional(oneOf(deliveryStates)),
  },
  { additionalProperties: false },
);

/** GET /webhook-deliveries: newest first. */
export const listWebhookDeliveries = operation({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhook-deliveries',
  access: { scope: 'webhooks:read', role: 'admin' },
  tag: 'Webhooks',
  summary: 'List deliveries of webhooks, newest first',
  description: 'Deliveries are kept for 30 days.',
  query,
  responses: { 200: { body: ref(webhookDeliveryList) } },
  errors: [],
  sample: {
    call: 'webhooks.listDeliveries',
    cli: 'webhooks deliveries',
    shown: { as: 'delivery', fields: ['id', 'status'], isList: true },
  },
});
