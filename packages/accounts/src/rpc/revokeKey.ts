import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { Key, type RevokeKeyRequest } from '@rotamer/proto/gateway/v1/access.ts';
import { revokeKey as revoke } from '../access/accessStore.ts';
import { prefixOf } from '../access/apiKey.ts';
import { KEYS_SIGNAL } from '../access/keyRing.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Revokes a key on every gateway and ends its streams: at once, or within 5 s when the signal is lost. */
export function revokeKey({ db, signals }: RpcDeps): Rpc<RevokeKeyRequest, Key> {
  return async ({ id }) => {
    const revoked = await revoke(db, id);
    if (!revoked) throw notFound('key');
    signals.send(KEYS_SIGNAL);
    const { keyId, ...times } = revoked;
    return Key.fromPartial({ id, prefix: prefixOf(keyId), ...times });
  };
}
