import { type Static, Type } from 'typebox';
import { dateTime, listOf, nullable, oneOf, ref } from './build.ts';
import { type EventType, eventTypes } from './eventTypes.ts';
import { PROJECT_ID } from './idPatterns.ts';

const strict = { additionalProperties: false };

const typeNames = Object.keys(eventTypes) as EventType[];

const endpointExample = {
  id: 'whe_01kjmma2g0e9dtsezyywpss2bm',
  object: 'webhook_endpoint',
  url: 'https://lims.example.org/rotamer',
  description: 'Ends of jobs, for the LIMS',
  event_types: ['job.completed', 'job.failed'],
  project_id: null,
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  former_secret_until: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
} as const;

const fields = {
  id: Type.String(),
  object: Type.Literal('webhook_endpoint'),
  url: Type.String(),
  description: nullable(Type.String()),
  event_types: Type.Array(Type.String(), { description: 'The types that the endpoint gets; empty: all' }),
  project_id: nullable(
    Type.String({ description: 'The only project whose events the endpoint gets; null: all events' }),
  ),
  enabled: Type.Boolean(),
  disabled_reason: nullable(
    oneOf(
      ['requested', 'gone', 'failing'],
      'requested: by a member or key; gone: the receiver answered 410; failing: every attempt of a week failed',
    ),
  ),
  failing_since: nullable(
    Type.String({ format: 'date-time', description: 'The first failed attempt since the last one that succeeded' }),
  ),
  former_secret_until: nullable(
    Type.String({ format: 'date-time', description: 'Until then the secret before the last rotation signs too' }),
  ),
  created_at: dateTime(),
  updated_at: dateTime(),
};

/** A webhook endpoint without its secret. */
export const webhookEndpoint = Type.Object(fields, { $id: 'WebhookEndpoint', ...strict, examples: [endpointExample] });

export type PublicWebhookEndpoint = Static<typeof webhookEndpoint>;

export const webhookEndpointList = listOf(webhookEndpoint, 'WebhookEndpointList');

/** A webhook endpoint with its secret, which no later response contains. */
export const webhookEndpointSecret = Type.Object(
  {
    ...fields,
    secret: Type.String({ description: 'Signs webhooks (Standard Webhooks); begins with `whsec_`. Shown this once' }),
  },
  { $id: 'WebhookEndpointSecret', ...strict, examples: [{ ...endpointExample, secret: 'whsec_…' }] },
);

const settings = {
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'An `https://` or `http://` URL with a public address; redirects are not followed',
  }),
  description: nullable(Type.String({ maxLength: 200 })),
  event_types: Type.Array(oneOf(typeNames), {
    uniqueItems: true,
    maxItems: typeNames.length,
    description: 'Only these types; empty: all',
  }),
  project_id: nullable(Type.String({ pattern: PROJECT_ID, description: 'Only events of this project' })),
};

const { url, ...optional } = settings;

/** Body of `POST /webhook-endpoints`. */
export const webhookEndpointRequest = Type.Object(
  { url, ...Type.Partial(Type.Object(optional)).properties },
  {
    $id: 'WebhookEndpointRequest',
    ...strict,
    examples: [{ url: endpointExample.url, event_types: endpointExample.event_types }],
  },
);

/** Body of `PATCH /webhook-endpoints/{endpointId}`. */
export const webhookEndpointUpdateRequest = Type.Object(
  {
    ...Type.Partial(Type.Object(settings)).properties,
    enabled: Type.Optional(
      Type.Boolean({
        description: 'false gives up what waits; events that happen while it is false are not sent later',
      }),
    ),
  },
  { $id: 'WebhookEndpointUpdateRequest', ...strict, minProperties: 1, examples: [{ enabled: true }] },
);

/** Response of `DELETE /webhook-endpoints/{endpointId}`. */
export const webhookEndpointDeletion = Type.Object(
  { object: Type.Literal('webhook_endpoint_deletion'), id: Type.String(), deleted: Type.Boolean() },
  {
    $id: 'WebhookEndpointDeletion',
    ...strict,
    examples: [{ object: 'webhook_endpoint_deletion', id: endpointExample.id, deleted: true }],
  },
);

/** The states of a delivery. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;

const deliveryExample = {
  id: 'whd_01kjmma2g0e9dtsezyywpss2bm',
  object: 'webhook_delivery',
  endpoint_id: endpointExample.id,
  event_id: 'evt_01kjmma2g0e9dtsezyywpss2bm',
  event_type: 'job.completed',
  resource_id: 'job_01kjmma2g0e9dtsezyywpss2bm',
  status: 'delivered',
  attempt_count: 1,
  next_attempt_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  ended_at: '2026-03-01T12:00:01.000Z',
} as const;

const deliveryFields = {
  id: Type.String(),
  object: Type.Literal('webhook_delivery'),
  endpoint_id: Type.String(),
  event_id: Type.String({ description: 'The same id as in the header `webhook-id` and in `GET /events`' }),
  event_type: Type.String({ description: 'A type of `GET /events`, or `webhook.test`' }),
  resource_id: Type.String(),
  status: oneOf(deliveryStates, 'failed: no attempt succeeded in three days, or the endpoint was disabled'),
  attempt_count: Type.Integer({ description: 'Attempts that were begun' }),
  next_attempt_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'null: the delivery has ended, or waits for an earlier event of its resource',
    }),
  ),
  created_at: dateTime(),
  ended_at: nullable(dateTime()),
};

/** One event for one endpoint. */
export const webhookDelivery = Type.Object(deliveryFields, {
  $id: 'WebhookDelivery',
  ...strict,
  examples: [deliveryExample],
});

export type PublicWebhookDelivery = Static<typeof webhookDelivery>;

export const webhookDeliveryList = listOf(webhookDelivery, 'WebhookDeliveryList');

const attemptExample = {
  number: 1,
  at: '2026-03-01T12:00:00.000Z',
  duration_ms: 84,
  response_status: 204,
  error: null,
  response_body: '',
} as const;

/** One request to an endpoint. */
export const webhookAttempt = Type.Object(
  {
    number: Type.Integer({
      description: 'From 1; a number is missing when a process of Rotamer ended during the attempt',
    }),
    at: dateTime(),
    duration_ms: Type.Integer(),
    response_status: nullable(Type.Integer({ description: 'HTTP status; null: there was no answer' })),
    error: nullable(Type.String({ description: 'Why there was no answer, such as `timeout` or `address_refused`' })),
    response_body: nullable(Type.String({ description: 'The first 4 KiB of the answer' })),
  },
  { $id: 'WebhookAttempt', ...strict, examples: [attemptExample] },
);

export type PublicWebhookAttempt = Static<typeof webhookAttempt>;

/** A delivery with its attempts. */
export const webhookDeliveryDetails = Type.Object(
  {
    ...deliveryFields,
    attempts: Type.Array(ref(webhookAttempt), { description: 'The newest 50 that have ended, oldest first' }),
  },
  { $id: 'WebhookDeliveryDetails', ...strict, examples: [{ ...deliveryExample, attempts: [attemptExample] }] },
);
