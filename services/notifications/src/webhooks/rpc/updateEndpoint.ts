import { transaction } from '@rotamer/kit/db/transaction.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { UpdateEndpointRequest, WebhookEndpoint } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { giveUpDeliveries, retryNow } from '../deliveryStore.ts';
import { changeEndpoint } from '../endpoint.ts';
import { lockEndpoint, saveEndpoint } from '../endpointStore.ts';
import { presentEndpoint } from '../presentEndpoint.ts';
import { WEBHOOKS_SIGNAL } from '../queueDeliveries.ts';
import type { WebhookDeps } from '../webhookDeps.ts';
import { requireEndpoint } from './endpointProblems.ts';

/** Changes an endpoint. What waits for a retry is sent at once to a new URL, and is given up when the endpoint is disabled. */
export function updateEndpoint({
  db,
  clock,
  signals,
  allow,
}: WebhookDeps): Rpc<UpdateEndpointRequest, WebhookEndpoint> {
  return async (request, { caller: { workspaceId } }) => {
    requireEndpoint(request, allow);
    const { endpointId, url, description, eventTypes, projectId, enabled } = request;
    const change = {
      ...{ url, eventTypes: eventTypes?.types, enabled },
      description: description === '' ? null : description,
      projectId: projectId === '' ? null : projectId,
    };
    const now = clock();
    const changed = await transaction(db, async (tx) => {
      const endpoint = await lockEndpoint(tx, endpointId, workspaceId);
      if (!endpoint) throw notFound('webhook endpoint');
      const after = changeEndpoint(endpoint, change, now);
      await saveEndpoint(tx, after);
      if (after.state === 'disabled') await giveUpDeliveries(tx, endpointId, now);
      else if (after.url !== endpoint.url) await retryNow(tx, endpointId, now);
      return after;
    });
    signals.send(WEBHOOKS_SIGNAL);
    return presentEndpoint(changed);
  };
}
