import { createBatcher } from '@rotamer/kit/batcher.ts';
import { notFound } from '@rotamer/kit/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import {
  PlaceHoldResponse_Outcome as Outcome,
  type PlaceHoldRequest,
  type PlaceHoldResponse,
} from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { type HoldToPlace, type PlaceVerdict, placeHolds } from '../holdStore.ts';
import { amount, requireValid, uuid } from '../validate.ts';

const outcomes = { held: Outcome.HELD, resolved: Outcome.RESOLVED, insufficient: Outcome.INSUFFICIENT };

/** Holds of one workspace that arrive together commit together: a busy workspace costs one commit a batch. */
export function placeHold({ db }: Deps): Rpc<PlaceHoldRequest, PlaceHoldResponse> {
  const place = createBatcher<HoldToPlace, PlaceVerdict | undefined>({
    maxWaitMs: 2,
    maxSize: 200,
    run: async (workspaceId, holds) => (await placeHolds(db, workspaceId, holds)) ?? holds.map(() => undefined),
  });

  return async ({ holdId, workspaceId, millicredits }) => {
    requireValid(uuid('hold_id', holdId), amount('millicredits', millicredits));
    const verdict = await place(workspaceId, { id: holdId, millicredits });
    if (!verdict) throw notFound('workspace');
    // The caller derives the id from the amount, so this is a bug there and no state a user could be in.
    if (verdict.outcome === 'mismatch') throw new Error(`hold ${holdId} stands for another amount or workspace`);
    return { outcome: outcomes[verdict.outcome], availableMillicredits: verdict.available };
  };
}
