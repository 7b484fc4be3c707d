import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import type { ListTransfersRequest, ListTransfersResponse } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { listTransfersBefore } from '../transferStore.ts';
import { findWorkspace } from '../workspaceStore.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

/** Lists transfers. Zero as `beforeId` starts with the newest; zero as `limit` is the default limit. */
export function listTransfers({ db }: Deps): Rpc<ListTransfersRequest, ListTransfersResponse> {
  return async ({ workspaceId, beforeId, limit }) => {
    requireValid(
      wholeNumber('before', beforeId, 0, Number.MAX_SAFE_INTEGER),
      wholeNumber('limit', limit, 0, LIMIT_MAX),
    );
    if (!(await findWorkspace(db, workspaceId))) throw notFound('workspace');
    const before = beforeId || Number.MAX_SAFE_INTEGER;
    return { transfers: await listTransfersBefore(db, workspaceId, before, limit || LIMIT_DEFAULT) };
  };
}
