import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import type { ListTransfersRequest, ListTransfersResponse } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { listTransfers as list } from '../transferStore.ts';
import { findWorkspace } from '../workspaceStore.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

const SKIP_MAX = 100_000;

/** Lists transfers. Zero as `beforeId` starts with the newest; zero as `limit` is the default limit. */
export function listTransfers({ db }: Deps): Rpc<ListTransfersRequest, ListTransfersResponse> {
  return async ({ workspaceId, beforeId, limit, kind, from, to, jobId, userId, skip }) => {
    requireValid(
      wholeNumber('before', beforeId, 0, Number.MAX_SAFE_INTEGER),
      wholeNumber('limit', limit, 0, LIMIT_MAX),
      wholeNumber('skip', skip, 0, SKIP_MAX),
    );
    if (!(await findWorkspace(db, workspaceId))) throw notFound('workspace');
    const transfers = await list(db, {
      workspaceId,
      beforeId: beforeId || Number.MAX_SAFE_INTEGER,
      limit: limit || LIMIT_DEFAULT,
      kind: kind || undefined,
      from,
      to,
      jobId: jobId || undefined,
      userId: userId || undefined,
      skip,
    });
    return { transfers };
  };
}
