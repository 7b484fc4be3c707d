import { updateApiKey as operation } from '@rotamer/api/operations/apiKeys/updateApiKey.ts';
import { keyIdOf } from '@rotamer/http/params/keyId.ts';
import { presentApiKey } from '@rotamer/present/presentApiKey.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { budgetsOfKeys, changeBudget, ownBudget, readCaps, refuseBoth } from './keyBudget.ts';
import { readRights, refuseUnknown } from './readRights.ts';

/** PATCH /api-keys/{keyId}: changes the fields in the body. */
export const updateApiKey = handler(operation, ({ apiKeys, billing, jobs, projects }) => async (request, reply) => {
  const [credential, id, scope] = [request.credential!, keyIdOf(request.params), callScope(request, reply)];
  const change = readRights(request.body);
  const caps = readCaps(request.body.budget);
  if (caps.length > 0 && credential.kind === 'key' && credential.id === id) throw ownBudget();
  await refuseUnknown(change, { jobs, projects }, scope);
  if (caps.length > 0 || change.mayCreateKeys) {
    const key = await apiKeys.get(credential, id);
    const { mayCreateKeys = key.mayCreateKeys } = change;
    await refuseBoth({ ...key, mayCreateKeys }, caps, billing, scope);
  }
  const key = await apiKeys.update(credential, id, change);
  if (caps.length > 0) await changeBudget(key, caps, billing, scope);
  return presentApiKey(key, await budgetsOfKeys([key], billing, scope));
});
