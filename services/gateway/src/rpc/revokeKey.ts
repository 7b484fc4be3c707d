import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { Key, RevokeKeyRequest } from '@rotamer/proto/gateway/v1/access.ts';
import { revokeKey as revoke } from '../access/accessStore.ts';
import { prefixOf } from '../access/apiKey.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Revokes a key: it stops working on every gateway within 5 s, open event streams included. */
export function revokeKey({ db }: RpcDeps): Rpc<RevokeKeyRequest, Key> {
  return async ({ id }) => {
    const revoked = await revoke(db, id);
    if (!revoked) throw notFound('key');
    const { keyId, expiresAt, revokedAt } = revoked;
    return { id, prefix: prefixOf(keyId), expiresAt, revokedAt };
  };
}
