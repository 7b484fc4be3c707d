import { operation } from '../../operation/operation.ts';
import { apiKey } from '../../schemas/apiKey.ts';
import { ref } from '../../schemas/build.ts';

/** GET /api-keys/{keyId}. */
export const getApiKey = operation({
  id: 'getApiKey',
  method: 'GET',
  path: '/api-keys/{keyId}',
  access: { scope: 'workspace:read', role: 'viewer', limited: 'always' },
  tag: 'API keys',
  summary: 'Get an API key without its secret',
  responses: { 200: { body: ref(apiKey) } },
  errors: ['not_found'],
  sample: { call: 'apiKeys.get', cli: 'keys show KEY_ID' },
});
