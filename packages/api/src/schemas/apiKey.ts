import { type Static, Type } from 'typebox';
import { scopes } from '../operation/access.ts';
import { MAX_CAP } from './budgetWords.ts';
import { dateTime, listOf, nullable, oneOf } from './build.ts';
import { PROJECT_ID } from './idPatterns.ts';

const strict = { additionalProperties: false };

/** The longest name of a key, in characters. */
const MAX_KEY_NAME = 80;

/** Most projects, and most tools, to which a key can be limited. */
const MAX_PROJECTS = 20;
const MAX_TOOLS = 50;

/** The longest time in which an old and a new secret are both valid: 7 days. */
const MAX_OVERLAP_SECONDS = 7 * 24 * 60 * 60;

/** By default 24 hours. */
export const OVERLAP_SECONDS = 24 * 60 * 60;

const example = {
  id: 'key_01kjmma2g0e9dtsezyywpss2bm',
  object: 'api_key',
  name: 'Nightly screening',
  prefix: 'rot_live_4fGh7sKq',
  user_id: 'usr_01kjmma2g0e9dtsezyywpss2bm',
  scopes: ['jobs:read', 'jobs:write'],
  project_ids: ['proj_01kjmma2g0e9dtsezyywpss2bm'],
  tools: null,
  may_create_keys: false,
  budget: { day: 10, month: null, total: 500 },
  created_by_key: null,
  created_at: '2026-03-01T12:00:00.000Z',
  expires_at: '2026-09-01T12:00:00.000Z',
  revoked_at: null,
  last_used_at: '2026-03-02T08:30:00.000Z',
  last_used_address: '192.0.2.7',
  previous_secret: null,
} as const;

const fields = {
  id: Type.String({ description: 'Stays the same when the secret is rotated' }),
  object: Type.Literal('api_key'),
  name: Type.String(),
  prefix: Type.String({ description: 'The public part of the secret' }),
  user_id: Type.String({ description: 'The user for whom the key acts' }),
  scopes: Type.Array(oneOf(scopes)),
  project_ids: nullable(
    Type.Array(Type.String(), { description: 'The only projects that the key can use; null: no such limit' }),
  ),
  tools: nullable(Type.Array(Type.String(), { description: 'The only tools that the key can run; null: all' })),
  may_create_keys: Type.Boolean({ description: 'Whether the key can create weaker keys' }),
  budget: nullable(
    Type.Object(
      { day: nullable(Type.Number()), month: nullable(Type.Number()), total: nullable(Type.Number()) },
      {
        ...strict,
        description: 'Caps in credits on what its jobs may cost; `GET /budgets` shows what is spent. null: none',
      },
    ),
  ),
  created_by_key: nullable(
    Type.String({ description: 'The key that created this key, and ends it when it is revoked' }),
  ),
  created_at: dateTime(),
  expires_at: nullable(dateTime()),
  revoked_at: nullable(dateTime()),
  last_used_at: nullable(dateTime()),
  last_used_address: nullable(Type.String()),
  previous_secret: Type.Unsafe<{ valid_until: string; last_used_at: string | null } | null>({
    type: ['object', 'null'],
    description: 'The secret before the last rotation, while it is still valid',
    required: ['valid_until', 'last_used_at'],
    properties: { valid_until: dateTime(), last_used_at: nullable(dateTime()) },
    ...strict,
  }),
};

/** An API key without its secret. */
export const apiKey = Type.Object(fields, { $id: 'ApiKey', ...strict, examples: [example] });

export type PublicApiKey = Static<typeof apiKey>;

export const apiKeyList = listOf(apiKey, 'ApiKeyList');

/** An API key with its secret, which no later response contains. */
export const apiKeySecret = Type.Object(
  {
    ...fields,
    secret: nullable(
      Type.String({ description: 'The whole key, shown this once; null in the response to a repeated request' }),
    ),
    message: Type.Optional(Type.String()),
  },
  {
    $id: 'ApiKeySecret',
    ...strict,
    examples: [{ ...example, secret: `${example.prefix}_…` }],
  },
);

const cap = (description: string) =>
  Type.Optional(nullable(Type.Number({ minimum: 0, maximum: MAX_CAP, description })));

const settings = {
  scopes: Type.Array(oneOf(scopes), { uniqueItems: true, maxItems: scopes.length }),
  project_ids: nullable(
    Type.Array(Type.String({ pattern: PROJECT_ID }), {
      minItems: 1,
      maxItems: MAX_PROJECTS,
      uniqueItems: true,
      description: 'The only projects that the key can use; null: no such limit',
    }),
  ),
  tools: nullable(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MAX_TOOLS,
      uniqueItems: true,
      description: 'The only tools that the key can run; null: all',
    }),
  ),
  may_create_keys: Type.Boolean({ description: 'Whether the key can create weaker keys; default false' }),
  budget: nullable(
    Type.Object(
      { day: cap('In a day (UTC)'), month: cap('In a month (UTC)'), total: cap('In all') },
      {
        ...strict,
        description:
          'Caps in credits, with at most three decimals, on what jobs of the key may cost. null removes a cap, and in place ' +
          'of the object all of them; what is absent stays. Not together with `may_create_keys`',
      },
    ),
  ),
  expires_at: nullable(dateTime()),
};

const name = Type.String({ minLength: 1, maxLength: MAX_KEY_NAME });

const { scopes: scopesOfKey, ...limits } = settings;

/** Body of `POST /api-keys`. Absent limits are those of the credential. */
export const apiKeyRequest = Type.Object(
  { name, scopes: scopesOfKey, ...Type.Partial(Type.Object(limits)).properties },
  {
    $id: 'ApiKeyRequest',
    ...strict,
    examples: [{ name: 'Nightly screening', scopes: ['jobs:read', 'jobs:write'], budget: { day: 10 } }],
  },
);

export type ApiKeyRequestBody = Static<typeof apiKeyRequest>;

/** Body of `PATCH /api-keys/{keyId}`. */
export const apiKeyUpdateRequest = Type.Partial(Type.Object({ name, ...settings }), {
  $id: 'ApiKeyUpdateRequest',
  ...strict,
  minProperties: 1,
  examples: [{ name: 'Nightly screening', expires_at: '2026-09-01T12:00:00.000Z' }],
});

export type ApiKeyUpdateRequestBody = Static<typeof apiKeyUpdateRequest>;

/** Body of `POST /api-keys/{keyId}/rotate`. */
export const apiKeyRotationRequest = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        description: `How long the former secret stays valid, by default ${OVERLAP_SECONDS}; 0 ends all earlier secrets at once`,
      }),
    ),
  },
  { $id: 'ApiKeyRotationRequest', ...strict, examples: [{ overlap_seconds: 3_600 }] },
);
