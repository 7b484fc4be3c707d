import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { DeleteEndpointRequest, DeleteEndpointResponse } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { removeEndpoint } from '../endpointStore.ts';
import type { WebhookDeps } from '../webhookDeps.ts';

export function deleteEndpoint({ db }: WebhookDeps): Rpc<DeleteEndpointRequest, DeleteEndpointResponse> {
  return async ({ endpointId }, { caller: { workspaceId } }) => {
    if (!(await removeEndpoint(db, endpointId, workspaceId))) throw notFound('webhook endpoint');
    return {};
  };
}
