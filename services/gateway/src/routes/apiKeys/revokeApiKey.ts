import { revokeApiKey as operation } from '@rotamer/api/operations/apiKeys/revokeApiKey.ts';
import { keyIdOf } from '../../params/keyId.ts';
import { presentApiKey } from '../../present/presentApiKey.ts';
import { handler } from '../handler.ts';

/** DELETE /api-keys/{keyId}: revokes a key with the keys that it created. */
export const revokeApiKey = handler(operation, ({ apiKeys }) => async (request) => {
  return presentApiKey(await apiKeys.revoke(request.credential!, keyIdOf(request.params)));
});
