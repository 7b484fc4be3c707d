import { rotateApiKey as operation } from '@rotamer/api/operations/apiKeys/rotateApiKey.ts';
import { OVERLAP_SECONDS } from '@rotamer/api/schemas/apiKey.ts';
import { keyIdOf } from '@rotamer/http/params/keyId.ts';
import { presentApiKey } from '@rotamer/present/presentApiKey.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { budgetsOfKeys } from './keyBudget.ts';

/** POST /api-keys/{keyId}/rotate: replaces the secret, and shows the new one. */
export const rotateApiKey = handler(operation, ({ apiKeys, billing }) => async (request, reply) => {
  const { overlap_seconds: overlap = OVERLAP_SECONDS } = request.body ?? {};
  const [credential, id] = [request.credential!, keyIdOf(request.params)];
  // Read first, because the response must not fail after the secret was replaced.
  const budgets = await budgetsOfKeys([await apiKeys.get(credential, id)], billing, callScope(request, reply));
  const { key, secret } = await apiKeys.rotate(credential, id, overlap);
  reply.header('cache-control', 'no-store');
  return { ...presentApiKey(key, budgets), secret: secret! };
});
