import { scopes as known, type Scope } from '@rotamer/api/operation/access.ts';
import { notFound, type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { type CreatedKey, type CreateKeyRequest, Key } from '@rotamer/proto/gateway/v1/access.ts';
import { insertKey } from '../access/accessStore.ts';
import { makeApiKey, prefixOf } from '../access/apiKey.ts';
import { hashSecret } from '../access/tokenText.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Stands for all scopes. */
const ALL = 'all';

/** Creates a key that acts for a user in a workspace. Only this response ever contains the whole key. */
export function createKey({ db, clock }: RpcDeps): Rpc<CreateKeyRequest, CreatedKey> {
  return async ({ workspaceId, userId, scopes, expiresAt }) => {
    const now = clock();
    refuseBadKey(scopes, expiresAt, now);
    const id = newId('key', now);
    const { keyId, key } = makeApiKey();
    const wanted = known.filter((scope) => scopes.includes(ALL) || scopes.includes(scope));
    const made = await insertKey(db, {
      id,
      keyId,
      hash: hashSecret(key),
      workspaceId,
      userId,
      scopes: wanted,
      expiresAt,
    });
    if (!made) throw notFound('user of this workspace');
    return { key: Key.fromPartial({ id, prefix: prefixOf(keyId), expiresAt }), secret: key };
  };
}

function refuseBadKey(scopes: string[], expiresAt: Date | undefined, now: Date): void {
  const problems: Problem[] = scopes
    .filter((scope) => scope !== ALL && !known.includes(scope as Scope))
    .map((scope) => ({ path: 'scopes', message: `${scope} is not one of ${known.join(', ')}` }));
  if (expiresAt && expiresAt <= now) problems.push({ path: 'expires_at', message: 'is in the past' });
  if (problems.length > 0) throw validationFault(problems);
}
