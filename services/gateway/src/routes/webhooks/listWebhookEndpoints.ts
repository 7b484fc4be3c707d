import { listWebhookEndpoints as operation } from '@rotamer/api/operations/webhooks/listWebhookEndpoints.ts';
import { presentPage, readCursors } from '@rotamer/http/params/page.ts';
import { presentWebhookEndpoint } from '@rotamer/present/presentWebhook.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /webhook-endpoints: oldest first. */
export const listWebhookEndpoints = handler(
  operation,
  ({ webhooks }) =>
    async (request, reply) => {
      const { beforeId: afterId, limit } = readCursors('whe', request.query);
      // A workspace has at most 20.
      const { endpoints } = await webhooks.listEndpoints({}, callScope(request, reply));
      const rest = endpoints.filter(({ id }) => id > afterId);
      return presentPage(rest.slice(0, limit), rest.length > limit, presentWebhookEndpoint);
    },
  { importance: 'list' },
);
