import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListKeysRequest, ListKeysResponse } from '@rotamer/proto/gateway/v1/access.ts';
import { listKeys as read } from '../access/accessStore.ts';
import { prefixOf } from '../access/apiKey.ts';
import { pageOf } from '../access/pageOf.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Lists the public fields of keys. Their secrets are not stored. */
export function listKeys({ db }: Pick<RpcDeps, 'db'>): Rpc<ListKeysRequest, ListKeysResponse> {
  return async ({ workspaceId, userId, afterId: after, limit }) => {
    const { rows, hasMore } = await pageOf(limit, (some) => read(db, { workspaceId, userId, after, limit: some }));
    return { keys: rows.map(({ keyId, ...key }) => ({ ...key, prefix: prefixOf(keyId) })), hasMore };
  };
}
