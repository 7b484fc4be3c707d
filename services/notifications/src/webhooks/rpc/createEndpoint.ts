import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { CreateEndpointRequest, SecretEndpoint } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { type Endpoint, MAX_ENDPOINTS } from '../endpoint.ts';
import { insertEndpoint, listEndpoints, lockCreations } from '../endpointStore.ts';
import { presentEndpoint } from '../presentEndpoint.ts';
import { endpointSecret } from '../signature.ts';
import type { WebhookDeps } from '../webhookDeps.ts';
import { requireEndpoint } from './endpointProblems.ts';

export function createEndpoint({
  db,
  clock,
  webhookSecret,
  allow,
}: WebhookDeps): Rpc<CreateEndpointRequest, SecretEndpoint> {
  return async (request, { caller: { workspaceId } }) => {
    requireEndpoint(request, allow);
    const now = clock();
    const endpoint: Endpoint = {
      ...{ id: newId('whe', now), workspaceId, url: request.url, description: request.description || null },
      ...{ eventTypes: request.eventTypes, projectId: request.projectId ?? null },
      ...{
        state: 'enabled',
        reason: null,
        failingSince: null,
        lastFailedAt: null,
        secretVersion: 1,
        formerSignsUntil: null,
      },
      ...{ createdAt: now, updatedAt: now },
    };
    await transaction(db, async (tx) => {
      await lockCreations(tx, workspaceId);
      if ((await listEndpoints(tx, workspaceId)).length >= MAX_ENDPOINTS) throw tooMany();
      await insertEndpoint(tx, endpoint);
    });
    return { endpoint: presentEndpoint(endpoint), secret: endpointSecret(webhookSecret, endpoint.id, 1) };
  };
}

function tooMany(): Fault {
  return new Fault(
    'conflict',
    `The workspace already has ${MAX_ENDPOINTS} webhook endpoints, which is the most it may have.`,
    {
      resolution: 'Delete an endpoint that is no longer needed, or let one endpoint receive more types of events.',
    },
  );
}
