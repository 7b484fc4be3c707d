import { revokeApiKey as operation } from '@rotamer/api/operations/apiKeys/revokeApiKey.ts';
import { keyIdOf } from '@rotamer/http/params/keyId.ts';
import { presentApiKey } from '@rotamer/present/presentApiKey.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { budgetsOfKeys } from './keyBudget.ts';

/** DELETE /api-keys/{keyId}: revokes a key with the keys that it created. */
export const revokeApiKey = handler(operation, ({ apiKeys, billing }) => async (request, reply) => {
  const key = await apiKeys.revoke(request.credential!, keyIdOf(request.params));
  return presentApiKey(key, await budgetsOfKeys([key], billing, callScope(request, reply)));
});
