import { updateApiKey as operation } from '@rotamer/api/operations/apiKeys/updateApiKey.ts';
import type { ApiKey } from '../../access/apiKeyStore.ts';
import { keyIdOf } from '../../params/keyId.ts';
import { presentApiKey } from '../../present/presentApiKey.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { budgetsOfKeys, changeBudget, ownBudget, readCaps } from './keyBudget.ts';
import { readRights, refuseUnknown } from './readRights.ts';

/** PATCH /api-keys/{keyId}: changes the fields in the body. */
export const updateApiKey = handler(operation, ({ apiKeys, billing, jobs, projects }) => async (request, reply) => {
  const [credential, id, scope] = [request.credential!, keyIdOf(request.params), callScope(request, reply)];
  const change = readRights(request.body);
  const caps = readCaps(request.body.budget);
  if (caps.length > 0 && credential.kind === 'key' && credential.id === id) throw ownBudget();
  await refuseUnknown(change, { jobs, projects }, scope);
  const concernsBudget = caps.length > 0 || change.mayCreateKeys;
  const before = (changed: ApiKey) => changeBudget(changed, caps, billing, scope);
  const key = await apiKeys.update(credential, id, change, concernsBudget ? before : undefined);
  return presentApiKey(key, await budgetsOfKeys([key], billing, scope));
});
