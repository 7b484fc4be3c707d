import { createWebhookEndpoint as operation } from '@rotamer/api/operations/webhooks/createWebhookEndpoint.ts';
import { presentWebhookEndpoint } from '@rotamer/present/presentWebhook.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** POST /webhook-endpoints: creates an endpoint, and shows its secret. */
export const createWebhookEndpoint = handler(operation, ({ webhooks, projects }) => async (request, reply) => {
  const { url, description, event_types: eventTypes = [], project_id: projectId } = request.body;
  const scope = callScope(request, reply);
  if (projectId) await projects.checkOpen({ projectId }, scope);
  const wanted = { url, description: description ?? undefined, eventTypes, projectId: projectId ?? undefined };
  const { endpoint, secret } = await webhooks.createEndpoint(wanted, scope);
  reply.header('cache-control', 'no-store');
  return reply.code(201).send({ ...presentWebhookEndpoint(endpoint!), secret });
});
