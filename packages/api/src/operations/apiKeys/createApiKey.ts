import { operation } from '../../operation/operation.ts';
import { apiKeyRequest, apiKeySecret } from '../../schemas/apiKey.ts';
import { ref } from '../../schemas/build.ts';
import { idempotencyHeaders, replayedHeader } from '../../schemas/headers.ts';

/** POST /api-keys: creates a key for the credential's own user, with at most the rights of the credential. */
export const createApiKey = operation({
  id: 'createApiKey',
  method: 'POST',
  path: '/api-keys',
  access: { scope: 'workspace:write', role: 'viewer', limited: 'always' },
  tag: 'API keys',
  summary: 'Create an API key',
  description:
    'The key acts for you, with scopes that your role allows. The response shows the secret, this once. A key creates keys ' +
    'only where `may_create_keys` was set, and only weaker ones: scopes, projects, tools and expiry are within its own. ' +
    'A key with a budget creates none. The budget bounds the first job already. ' +
    'A repeat with the same `Idempotency-Key` returns the same key without its secret.',
  headers: idempotencyHeaders('key'),
  body: ref(apiKeyRequest),
  responses: {
    201: { description: 'Created', body: ref(apiKeySecret) },
    200: {
      description: 'The key of an earlier request with the same idempotency key',
      headers: replayedHeader,
      body: ref(apiKeySecret),
    },
  },
  errors: ['conflict'],
  audit: {
    action: 'api_key.created',
    resource: 'api_key',
    id: { response: 'id' },
    facts: ['scopes', 'project_ids', 'tools', 'may_create_keys', 'budget', 'expires_at'],
  },
  sample: {
    body: { name: 'Nightly screening', scopes: ['jobs:read', 'jobs:write'], budget: { day: 10 } },
    call: 'apiKeys.create',
    cli: "keys create 'Nightly screening' --scopes jobs:read,jobs:write --budget-day 10",
  },
});
