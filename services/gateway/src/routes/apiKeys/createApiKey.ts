import type { Credential } from '@rotamer/accounts/access/credential.ts';
import { createApiKey as operation } from '@rotamer/api/operations/apiKeys/createApiKey.ts';
import { readIdempotencyKey } from '@rotamer/http/route/idempotencyKey.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { presentApiKey } from '@rotamer/present/presentApiKey.ts';
import type { SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';
import type { Billing } from '../../clients/clients.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { budgetsOfKeys, eitherOr, ownBudgets, readCaps, removeBudget, storeFirstBudget } from './keyBudget.ts';
import { readRights, refuseUnknown } from './readRights.ts';

const REPLAYED =
  'This key was created by an earlier request with the same idempotency key; its secret was shown only then. If you do not ' +
  'have it, rotate the key with overlap_seconds 0.';

/** POST /api-keys: creates a key, once per idempotency key, and shows its secret. */
export const createApiKey = handler(operation, ({ apiKeys, billing, jobs, projects }) => async (request, reply) => {
  const credential = request.credential!;
  const { name, budget, may_create_keys: mayCreateKeys } = request.body;
  const wanted = { ...readRights(request.body), name };
  const caps = readCaps(budget);
  if (mayCreateKeys && caps.some(({ millicredits }) => millicredits !== undefined)) throw eitherOr();
  const scope = callScope(request, reply);
  await refuseUnknown(wanted, { jobs, projects }, scope);
  if (credential.kind === 'key') await refuseBudgeted(credential, billing, scope);
  const key = readIdempotencyKey(request.headers);
  const submission =
    key === undefined
      ? undefined
      : {
          id: derivedUuid(credential.workspaceId, credential.userId, 'api key', key),
          digest: derivedUuid(JSON.stringify({ ...wanted, budget })),
        };
  let budgets: SpendingBudget[] = [];
  const { workspaceId } = credential;
  const issued = await apiKeys.create(credential, wanted, submission, {
    async store(keyId) {
      budgets = await storeFirstBudget({ workspaceId, keyId }, caps, billing, scope);
    },
    remove: async (keyId) => caps.length > 0 && (await removeBudget({ workspaceId, keyId }, billing, scope)),
  });
  reply.header('cache-control', 'no-store');
  const { key: created, secret } = issued;
  if (secret !== undefined) return reply.code(201).send({ ...presentApiKey(created, budgets), secret });
  const shown = presentApiKey(created, await budgetsOfKeys([created], billing, scope));
  return reply
    .header('idempotent-replayed', 'true')
    .code(200)
    .send({ ...shown, secret: null, message: REPLAYED });
});

/** Keys that a key creates are not charged to its budget, so that a key with a budget could spend it any number of times. */
async function refuseBudgeted(
  credential: Credential,
  billing: Pick<Billing, 'findSpendingBudgets'>,
  scope: CallScope,
): Promise<void> {
  if ((await ownBudgets(credential, billing, scope)).length === 0) return;
  throw new Fault('forbidden', 'This API key has a budget, so it may not create keys.', {
    resolution: 'Sign in to create a key, and give the new key a budget.',
  });
}
