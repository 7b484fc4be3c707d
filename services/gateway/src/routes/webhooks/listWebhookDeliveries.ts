import { listWebhookDeliveries as operation } from '@rotamer/api/operations/webhooks/listWebhookDeliveries.ts';
import { presentPage, readCursors } from '@rotamer/http/params/page.ts';
import { presentWebhookDelivery } from '@rotamer/present/presentWebhook.ts';
import { WebhookDeliveryState } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /webhook-deliveries: newest first. */
export const listWebhookDeliveries = handler(
  operation,
  ({ webhooks }) =>
    async (request, reply) => {
      const { beforeId, limit } = readCursors('whd', request.query);
      const { endpoint_id: endpointId, event_id: eventId, status } = request.query;
      const state = status ? WebhookDeliveryState[upper(status)] : WebhookDeliveryState.UNSPECIFIED;
      const filter = { endpointId, eventId, state, beforeId, limit: limit + 1 };
      const { deliveries } = await webhooks.listDeliveries(filter, callScope(request, reply));
      return presentPage(deliveries.slice(0, limit), deliveries.length > limit, presentWebhookDelivery);
    },
  { importance: 'list' },
);

const upper = <Word extends string>(word: Word) => word.toUpperCase() as Uppercase<Word>;
