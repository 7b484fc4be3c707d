import { notFound } from '@rotamer/kit/errors/fault.ts';
import {
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEndpoint,
  WebhookEndpointState,
} from '@rotamer/proto/notifications/v1/webhooks.ts';
import type { Webhooks } from '../clients/clients.ts';

const at = new Date('2026-03-01T12:00:00Z');

/** The only endpoint of `testWebhooks`. */
export const testEndpoint = WebhookEndpoint.fromPartial({
  id: 'whe_01kjmma2g0e9dtsezyywpss2bm',
  url: 'https://lims.example.org/rotamer',
  eventTypes: ['job.completed'],
  state: WebhookEndpointState.ENABLED,
  createdAt: at,
  updatedAt: at,
});

/** The only delivery of `testWebhooks`. */
export const testDelivery = WebhookDelivery.fromPartial({
  id: 'whd_01kjmma2g0e9dtsezyywpss2bm',
  endpointId: testEndpoint.id,
  eventId: 'evt_01kjmma2g0e9dtsezyywpss2bm',
  eventType: 'job.completed',
  resourceId: 'job_01kjmma2g0e9dtsezyywpss2bm',
  state: WebhookDeliveryState.DELIVERED,
  attempts: 1,
  createdAt: at,
  endedAt: at,
  endedAttempts: [{ number: 1, at, durationMs: 84, status: 204, answer: '' }],
});

/** Webhooks of a notifications service with one endpoint and one delivery, and the requests that it got. */
export interface TestWebhooks extends Webhooks {
  asked: object[];
}

export function testWebhooks(): TestWebhooks {
  const asked: object[] = [];
  const endpoint = (id: string) => {
    if (id !== testEndpoint.id) throw notFound('webhook endpoint');
    return testEndpoint;
  };
  const delivery = (id: string) => {
    if (id !== testDelivery.id) throw notFound('webhook delivery');
    return testDelivery;
  };
  return {
    asked,
    createEndpoint: async (request) => {
      asked.push(request);
      return { endpoint: testEndpoint, secret: 'whsec_c2VjcmV0' };
    },
    listEndpoints: async () => ({ endpoints: [testEndpoint] }),
    getEndpoint: async ({ endpointId = '' }) => endpoint(endpointId),
    updateEndpoint: async (request) => {
      asked.push(request);
      return endpoint(request.endpointId ?? '');
    },
    rotateSecret: async ({ endpointId = '' }) => ({ endpoint: endpoint(endpointId), secret: 'whsec_c2VjcmV0' }),
    testEndpoint: async ({ endpointId = '' }) => {
      endpoint(endpointId);
      return testDelivery;
    },
    deleteEndpoint: async ({ endpointId = '' }) => {
      endpoint(endpointId);
      return {};
    },
    listDeliveries: async (request) => {
      asked.push(request);
      return { deliveries: [testDelivery] };
    },
    getDelivery: async ({ deliveryId = '' }) => delivery(deliveryId),
    replayDelivery: async ({ deliveryId = '' }) => delivery(deliveryId),
  };
}
