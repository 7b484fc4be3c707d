import { operation } from '../../operation/operation.ts';
import { apiKeyRotationRequest, apiKeySecret } from '../../schemas/apiKey.ts';
import { ref } from '../../schemas/build.ts';

/** POST /api-keys/{keyId}/rotate: replaces the secret of a key, with a time in which both are valid. */
export const rotateApiKey = operation({
  id: 'rotateApiKey',
  method: 'POST',
  path: '/api-keys/{keyId}/rotate',
  access: { scope: 'workspace:write', role: 'viewer', limited: 'always' },
  tag: 'API keys',
  summary: 'Replace the secret of an API key',
  description:
    'Id, name, rights, expiry, rate limit and budget stay: both secrets are the same key. The secret before stays valid for ' +
    '`overlap_seconds`. Until then another rotation is a conflict, unless its overlap is 0. The response shows the new ' +
    'secret, this once.',
  body: ref(apiKeyRotationRequest),
  optionalBody: true,
  responses: { 200: { body: ref(apiKeySecret) } },
  errors: ['not_found', 'conflict'],
  audit: { action: 'api_key.rotated', resource: 'api_key', id: { param: 'keyId' }, facts: ['previous_secret'] },
  sample: { body: { overlap_seconds: 3_600 }, call: 'apiKeys.rotate', cli: 'keys rotate KEY_ID --overlap 1h' },
});
