import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListEndpointsRequest, ListEndpointsResponse } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { listEndpoints as readEndpoints } from '../endpointStore.ts';
import { presentEndpoint } from '../presentEndpoint.ts';
import type { WebhookDeps } from '../webhookDeps.ts';

export function listEndpoints({ db }: WebhookDeps): Rpc<ListEndpointsRequest, ListEndpointsResponse> {
  return async (_, { caller: { workspaceId } }) => ({
    endpoints: (await readEndpoints(db, workspaceId)).map(presentEndpoint),
  });
}
