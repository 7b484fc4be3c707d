import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { ListAuditEntriesRequest, ListAuditEntriesResponse } from '@rotamer/proto/gateway/v1/audit.ts';
import { pageOf } from '../access/pageOf.ts';
import { listEntries } from '../audit/auditStore.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Lists entries of a workspace, or the operator commands of the installation, newest first. */
export function listAuditEntries({ db }: Pick<RpcDeps, 'db'>): Rpc<ListAuditEntriesRequest, ListAuditEntriesResponse> {
  return async ({ workspaceId, beforeId, limit }) => {
    const query = { workspaceId: workspaceId || undefined, beforeId };
    const { rows, hasMore } = await pageOf(limit, (some) => listEntries(db, { ...query, limit: some - 1 }));
    const entries = rows.map((entry) => ({
      id: entry.id,
      at: entry.at,
      chain: entry.chain,
      number: entry.number,
      actorKind: entry.actor.kind,
      actorId: entry.actor.userId ?? '',
      action: entry.action,
      resourceType: entry.resourceType,
      resourceId: entry.resourceId ?? '',
      workspaceId: entry.workspaceId ?? '',
      outcome: entry.outcome,
      code: entry.code ?? '',
      factsJson: entry.facts ?? '',
      hash: entry.hash,
    }));
    return { entries, hasMore };
  };
}
