import { updateWebhookEndpoint as operation } from '@rotamer/api/operations/webhooks/updateWebhookEndpoint.ts';
import { endpointIdOf } from '@rotamer/http/params/ids.ts';
import { presentWebhookEndpoint } from '@rotamer/present/presentWebhook.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** PATCH /webhook-endpoints/{endpointId}: changes the fields in the body. */
export const updateWebhookEndpoint = handler(operation, ({ webhooks, projects }) => async (request, reply) => {
  const endpointId = endpointIdOf(request.params);
  const { url, description, event_types: types, project_id: projectId, enabled } = request.body;
  const scope = callScope(request, reply);
  if (projectId) await projects.checkOpen({ projectId }, scope);
  const change = {
    ...{ endpointId, url, enabled, eventTypes: types && { types } },
    // An empty text removes the field.
    description: description === null ? '' : description,
    projectId: projectId === null ? '' : projectId,
  };
  return presentWebhookEndpoint(await webhooks.updateEndpoint(change, scope));
});
