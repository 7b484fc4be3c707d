import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { WebhooksDefinition } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { createEndpoint } from './rpc/createEndpoint.ts';
import { deleteEndpoint } from './rpc/deleteEndpoint.ts';
import { getDelivery } from './rpc/getDelivery.ts';
import { getEndpoint } from './rpc/getEndpoint.ts';
import { listDeliveries } from './rpc/listDeliveries.ts';
import { listEndpoints } from './rpc/listEndpoints.ts';
import { replayDelivery } from './rpc/replayDelivery.ts';
import { rotateSecret } from './rpc/rotateSecret.ts';
import { testEndpoint } from './rpc/testEndpoint.ts';
import { updateEndpoint } from './rpc/updateEndpoint.ts';
import type { WebhookDeps } from './webhookDeps.ts';

const GATEWAY = ['gateway'] as const;

/** The RPCs about webhooks, and who may call each. */
export function webhookRpcs(deps: WebhookDeps): GrpcService {
  return grpcService(
    WebhooksDefinition,
    {
      createEndpoint: createEndpoint(deps),
      listEndpoints: listEndpoints(deps),
      getEndpoint: getEndpoint(deps),
      updateEndpoint: updateEndpoint(deps),
      rotateSecret: rotateSecret(deps),
      testEndpoint: testEndpoint(deps),
      deleteEndpoint: deleteEndpoint(deps),
      listDeliveries: listDeliveries(deps),
      getDelivery: getDelivery(deps),
      replayDelivery: replayDelivery(deps),
    },
    {
      createEndpoint: GATEWAY,
      listEndpoints: GATEWAY,
      getEndpoint: GATEWAY,
      updateEndpoint: GATEWAY,
      rotateSecret: GATEWAY,
      testEndpoint: GATEWAY,
      deleteEndpoint: GATEWAY,
      listDeliveries: GATEWAY,
      getDelivery: GATEWAY,
      replayDelivery: GATEWAY,
    },
  );
}
