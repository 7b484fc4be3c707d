import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { GetEndpointRequest, WebhookEndpoint } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { readEndpoint } from '../endpointStore.ts';
import { presentEndpoint } from '../presentEndpoint.ts';
import type { WebhookDeps } from '../webhookDeps.ts';

export function getEndpoint({ db }: WebhookDeps): Rpc<GetEndpointRequest, WebhookEndpoint> {
  return async ({ endpointId }, { caller: { workspaceId } }) => {
    const endpoint = await readEndpoint(db, endpointId, workspaceId);
    if (!endpoint) throw notFound('webhook endpoint');
    return presentEndpoint(endpoint);
  };
}
