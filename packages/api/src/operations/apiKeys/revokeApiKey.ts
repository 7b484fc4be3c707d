import { operation } from '../../operation/operation.ts';
import { apiKey } from '../../schemas/apiKey.ts';
import { ref } from '../../schemas/build.ts';

/** DELETE /api-keys/{keyId}: revokes a key with the keys that it created; repeating it changes nothing. */
export const revokeApiKey = operation({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/api-keys/{keyId}',
  access: { scope: 'workspace:write', role: 'viewer', limited: 'always' },
  tag: 'API keys',
  summary: 'Revoke an API key',
  description:
    "Your own keys; as an admin the keys of all members. Keys that the key created end with it. The key's event streams " +
    'end within 5 seconds, and its jobs go on.',
  responses: { 200: { body: ref(apiKey) } },
  errors: ['not_found'],
  audit: { action: 'api_key.revoked', resource: 'api_key', id: { param: 'keyId' } },
  sample: { call: 'apiKeys.revoke', cli: 'keys revoke KEY_ID --yes' },
});
