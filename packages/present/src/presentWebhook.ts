import type {
  PublicWebhookAttempt,
  PublicWebhookDelivery,
  PublicWebhookEndpoint,
} from '@rotamer/api/schemas/webhook.ts';
import { enumWord } from '@rotamer/kit/enumWord.ts';
import {
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookEndpoint,
  WebhookEndpointState,
} from '@rotamer/proto/notifications/v1/webhooks.ts';

/** The webhook endpoint of the public API, without its secret. */
export function presentWebhookEndpoint(endpoint: WebhookEndpoint): PublicWebhookEndpoint {
  const { id, url, description, eventTypes, projectId, state, disabledReason: reason } = endpoint;
  return {
    id,
    object: 'webhook_endpoint',
    url,
    description: description ?? null,
    event_types: eventTypes,
    project_id: projectId ?? null,
    enabled: state === WebhookEndpointState.ENABLED,
    disabled_reason: reason === undefined ? null : enumWord('WEBHOOK_DISABLED_REASON', reason),
    failing_since: timeOf(endpoint.failingSince),
    former_secret_until: timeOf(endpoint.formerSecretUntil),
    created_at: endpoint.createdAt!.toISOString(),
    updated_at: endpoint.updatedAt!.toISOString(),
  };
}

/** The delivery of the public API. */
export function presentWebhookDelivery(delivery: WebhookDelivery): PublicWebhookDelivery {
  return {
    id: delivery.id,
    object: 'webhook_delivery',
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    resource_id: delivery.resourceId,
    status: enumWord('WEBHOOK_DELIVERY_STATE', delivery.state),
    attempt_count: delivery.attempts,
    next_attempt_at: timeOf(delivery.nextAttemptAt),
    created_at: delivery.createdAt!.toISOString(),
    ended_at: timeOf(delivery.endedAt),
  };
}

/** The attempt of the public API. */
export function presentWebhookAttempt({ number, at, durationMs, ...outcome }: WebhookAttempt): PublicWebhookAttempt {
  const { status, error, answer } = outcome;
  return {
    ...{ number, at: at!.toISOString(), duration_ms: durationMs },
    ...{ response_status: status ?? null, error: error ?? null, response_body: answer ?? null },
  };
}

const timeOf = (time: Date | undefined) => time?.toISOString() ?? null;
