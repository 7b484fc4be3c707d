import { operation } from '../../operation/operation.ts';
import { apiKey, apiKeyUpdateRequest } from '../../schemas/apiKey.ts';
import { ref } from '../../schemas/build.ts';

/** PATCH /api-keys/{keyId}: changes the fields in the body. */
export const updateApiKey = operation({
  id: 'updateApiKey',
  method: 'PATCH',
  path: '/api-keys/{keyId}',
  access: { scope: 'workspace:write', role: 'viewer', limited: 'always' },
  tag: 'API keys',
  summary: 'Rename an API key, or change its rights',
  description:
    'Your own keys, within the rights of your role. A key changes only itself and keys that it created, within its own ' +
    'rights, and not its own budget. Event streams of the key end when its rights change, and clients connect again.',
  body: ref(apiKeyUpdateRequest),
  responses: { 200: { body: ref(apiKey) } },
  errors: ['not_found', 'conflict'],
  audit: {
    action: 'api_key.changed',
    resource: 'api_key',
    id: { param: 'keyId' },
    facts: ['scopes', 'project_ids', 'tools', 'may_create_keys', 'budget', 'expires_at'],
  },
  sample: {
    body: { budget: { day: 20 } },
    call: 'apiKeys.update',
    cli: 'keys update KEY_ID --budget-day 20',
  },
});
