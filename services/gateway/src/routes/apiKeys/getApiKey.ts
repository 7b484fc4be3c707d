import { getApiKey as operation } from '@rotamer/api/operations/apiKeys/getApiKey.ts';
import { keyIdOf } from '../../params/keyId.ts';
import { presentApiKey } from '../../present/presentApiKey.ts';
import { handler } from '../handler.ts';

/** GET /api-keys/{keyId}. */
export const getApiKey = handler(operation, ({ apiKeys }) => async (request) => {
  return presentApiKey(await apiKeys.get(request.credential!, keyIdOf(request.params)));
});
