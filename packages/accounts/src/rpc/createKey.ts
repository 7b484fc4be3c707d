import { scopes as known, type Scope } from '@rotamer/api/operation/access.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { notFound, type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { type CreatedKey, type CreateKeyRequest, Key } from '@rotamer/proto/gateway/v1/access.ts';
import { makeApiKey, prefixOf } from '../access/apiKey.ts';
import { insertApiKey, lockRole } from '../access/apiKeyStore.ts';
import { hashSecret } from '../access/tokenText.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Stands for all scopes. */
const ALL = 'all';

/** The longest name of a key, in characters. */
const MAX_NAME = 80;

/** Creates a key that acts for a user in a workspace. Only this response ever contains the whole key. */
export function createKey({ db, clock }: Pick<RpcDeps, 'db' | 'clock'>): Rpc<CreateKeyRequest, CreatedKey> {
  return async (request) => {
    const { workspaceId, userId, scopes, expiresAt, name, mayCreateKeys } = request;
    refuseBadKey(request, clock());
    const id = newId('key', clock());
    const { keyId, key } = makeApiKey();
    const wanted = known.filter((scope) => scopes.includes(ALL) || scopes.includes(scope));
    const made = {
      id,
      keyId,
      hash: hashSecret(key),
      workspaceId,
      userId,
      name,
      scopes: wanted,
      mayCreateKeys,
      expiresAt,
    };
    await transaction(db, async (tx) => {
      if (!(await lockRole(tx, workspaceId, userId))) throw notFound('user of this workspace');
      await insertApiKey(tx, made);
    });
    return { key: Key.fromPartial({ id, prefix: prefixOf(keyId), expiresAt }), secret: key };
  };
}

function refuseBadKey({ scopes, expiresAt, name }: CreateKeyRequest, now: Date): void {
  const problems: Problem[] = scopes
    .filter((scope) => scope !== ALL && !known.includes(scope as Scope))
    .map((scope) => ({ path: 'scopes', message: `${scope} is not one of ${known.join(', ')}` }));
  if (expiresAt && expiresAt <= now) problems.push({ path: 'expires_at', message: 'is in the past' });
  if (name.length > MAX_NAME) problems.push({ path: 'name', message: `is longer than ${MAX_NAME} characters` });
  if (problems.length > 0) throw validationFault(problems);
}
