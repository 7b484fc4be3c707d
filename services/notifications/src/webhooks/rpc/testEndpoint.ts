import { transaction } from '@rotamer/kit/db/transaction.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { TestEndpointRequest, WebhookDelivery } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { testBody } from '../body.ts';
import { insertTest, type StoredDelivery } from '../deliveryStore.ts';
import { lockEndpoint } from '../endpointStore.ts';
import { presentDelivery } from '../presentDelivery.ts';
import { WEBHOOKS_SIGNAL } from '../queueDeliveries.ts';
import type { WebhookDeps } from '../webhookDeps.ts';
import { requireEnabled } from './requireEnabled.ts';

/** Queues an event `webhook.test` for one endpoint, also when the endpoint does not want this type. The feed does not have the event. */
export function testEndpoint({ db, clock, signals }: WebhookDeps): Rpc<TestEndpointRequest, WebhookDelivery> {
  return async ({ endpointId }, { caller: { workspaceId } }) => {
    const now = clock();
    const eventId = newId('evt', now);
    const test: StoredDelivery = {
      ...{ id: newId('whd', now), workspaceId, endpointId, eventId, eventType: 'webhook.test', resourceId: endpointId },
      ...{
        queue: null,
        state: 'pending',
        requestedAt: now,
        failures: 0,
        attempts: 0,
        dueAt: now,
        createdAt: now,
        endedAt: null,
      },
    };
    await transaction(db, async (tx) => {
      const endpoint = await lockEndpoint(tx, endpointId, workspaceId);
      if (!endpoint) throw notFound('webhook endpoint');
      requireEnabled(endpoint);
      await insertTest(tx, test, testBody(eventId, endpointId, now));
    });
    signals.send(WEBHOOKS_SIGNAL);
    return presentDelivery(test);
  };
}
