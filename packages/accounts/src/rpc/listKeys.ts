import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { Key, type ListKeysRequest, type ListKeysResponse } from '@rotamer/proto/gateway/v1/access.ts';
import { prefixOf } from '../access/apiKey.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Lists the public fields of keys. Their secrets are not stored. */
export function listKeys({ apiKeys }: Pick<RpcDeps, 'apiKeys'>): Rpc<ListKeysRequest, ListKeysResponse> {
  return async ({ workspaceId, userId, afterId, limit }) => {
    const { rows, hasMore } = await apiKeys.list({ workspaceId, userId, includeRevoked: true }, afterId, limit);
    const keys = rows.map(({ keyId, ...key }) => Key.fromPartial({ ...key, prefix: prefixOf(keyId) }));
    return { keys, hasMore };
  };
}
