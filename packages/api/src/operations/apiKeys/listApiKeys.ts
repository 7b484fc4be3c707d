import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { apiKeyList } from '../../schemas/apiKey.ts';
import { ref } from '../../schemas/build.ts';
import { cursorQuery } from '../../schemas/page.ts';

const query = Type.Object(
  {
    ...cursorQuery,
    user_id: Type.Optional(Type.String({ description: "Only this user's keys; those of others need the role admin" })),
    include_revoked: Type.Optional(Type.Boolean({ default: false })),
  },
  { additionalProperties: false },
);

/** GET /api-keys: oldest first. */
export const listApiKeys = operation({
  id: 'listApiKeys',
  method: 'GET',
  path: '/api-keys',
  access: { scope: 'workspace:read', role: 'viewer' },
  tag: 'API keys',
  summary: 'List API keys, oldest first',
  description: 'Your own keys; for admins the keys of all members. A list never contains secrets.',
  query,
  responses: { 200: { body: ref(apiKeyList) } },
  errors: [],
  sample: {
    call: 'apiKeys.list',
    cli: 'keys list',
    shown: { as: 'key', fields: ['id', 'name'], isList: true },
  },
});
