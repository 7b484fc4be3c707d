import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { cursorQuery } from '../../schemas/page.ts';
import { webhookEndpointList } from '../../schemas/webhook.ts';

const query = Type.Object(cursorQuery, { additionalProperties: false });

/** GET /webhook-endpoints: oldest first. */
export const listWebhookEndpoints = operation({
  id: 'listWebhookEndpoints',
  method: 'GET',
  path: '/webhook-endpoints',
  access: { scope: 'webhooks:read', role: 'admin' },
  tag: 'Webhooks',
  summary: 'List webhook endpoints, oldest first',
  query,
  responses: { 200: { body: ref(webhookEndpointList) } },
  errors: [],
  sample: {
    call: 'webhooks.list',
    cli: 'webhooks list',
    shown: { as: 'endpoint', fields: ['id', 'url'], isList: true },
  },
});
