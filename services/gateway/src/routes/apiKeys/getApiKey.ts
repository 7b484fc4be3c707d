import { getApiKey as operation } from '@rotamer/api/operations/apiKeys/getApiKey.ts';
import { keyIdOf } from '@rotamer/http/params/keyId.ts';
import { presentApiKey } from '@rotamer/present/presentApiKey.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { budgetsOfKeys } from './keyBudget.ts';

/** GET /api-keys/{keyId}. */
export const getApiKey = handler(operation, ({ apiKeys, billing }) => async (request, reply) => {
  const key = await apiKeys.get(request.credential!, keyIdOf(request.params));
  return presentApiKey(key, await budgetsOfKeys([key], billing, callScope(request, reply)));
});
