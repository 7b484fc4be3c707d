import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListUsersRequest, ListUsersResponse } from '@rotamer/proto/gateway/v1/access.ts';
import { pageOf } from '../access/pageOf.ts';
import { listUserAccess } from '../access/userAccessStore.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Lists users of all workspaces with their roles, live keys and sessions. */
export function listUsers({ db, clock }: Pick<RpcDeps, 'db' | 'clock'>): Rpc<ListUsersRequest, ListUsersResponse> {
  return async ({ user, afterId, limit }) => {
    const { rows, hasMore } = await pageOf(limit, (some) =>
      listUserAccess(db, { user, afterId, limit: some }, clock()),
    );
    return { users: rows, hasMore };
  };
}
