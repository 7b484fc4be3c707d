import { updateApiKey as operation } from '@rotamer/api/operations/apiKeys/updateApiKey.ts';
import { keyIdOf } from '../../params/keyId.ts';
import { presentApiKey } from '../../present/presentApiKey.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { readRights, refuseUnknown } from './readRights.ts';

/** PATCH /api-keys/{keyId}: changes the fields in the body. */
export const updateApiKey = handler(operation, ({ apiKeys, jobs, projects }) => async (request, reply) => {
  const change = readRights(request.body);
  await refuseUnknown(change, { jobs, projects }, callScope(request, reply));
  return presentApiKey(await apiKeys.update(request.credential!, keyIdOf(request.params), change));
});
