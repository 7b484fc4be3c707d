import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, uuid } from '@rotamer/kit/grpc/validate.ts';
import type { BeginCommandRequest, BeginCommandResponse } from '@rotamer/proto/gateway/v1/audit.ts';
import { workspaceOfKey } from '../access/accessStore.ts';
import { idText, OPERATOR_CHAIN } from '../audit/entry.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** How long a command may take, such as the import of a dataset, before its outcome counts as unknown. */
const COMMAND_MS = 24 * 3_600_000;

/** Stores the intent of an operator's command. The owners of the workspace that it is about may read the entry. */
export function beginCommand({
  db,
  audit,
  clock,
}: Pick<RpcDeps, 'db' | 'audit' | 'clock'>): Rpc<BeginCommandRequest, BeginCommandResponse> {
  return async ({ intentId, action, resourceType, resourceId, workspaceId, operator }) => {
    requireValid(
      uuid('intent_id', intentId),
      !/^operator\.[a-z_]{1,60}$/.test(action) && { path: 'action', message: 'must be operator. and a command' },
      !/^[a-z_]{1,40}$/.test(resourceType) && { path: 'resource_type', message: 'must be lower case letters' },
    );
    const intent = {
      chain: OPERATOR_CHAIN,
      workspaceId: idText(workspaceId) ?? (await workspaceOfKey(db, resourceId)) ?? null,
      actor: { kind: 'operator' as const, userId: idText(operator), keyId: null },
      action,
      resourceType,
      resourceId: idText(resourceId),
      address: null,
      requestId: null,
      startedAt: clock(),
    };
    await audit.begin(intent, COMMAND_MS, intentId);
    return {};
  };
}
