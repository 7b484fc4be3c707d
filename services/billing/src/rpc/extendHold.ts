import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, uuid } from '@rotamer/kit/grpc/validate.ts';
import {
  type ExtendHoldRequest,
  type ExtendHoldResponse,
  ExtendHoldResponse_Outcome as Outcome,
} from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { raiseHold } from '../holdStore.ts';
import { amount } from '../validate.ts';

const outcomes = {
  held: Outcome.HELD,
  resolved: Outcome.RESOLVED,
  over_budget: Outcome.OVER_BUDGET,
  insufficient: Outcome.INSUFFICIENT,
};

export function extendHold({ db }: Deps): Rpc<ExtendHoldRequest, ExtendHoldResponse> {
  return async ({ holdId, totalMillicredits }) => {
    requireValid(uuid('hold_id', holdId), amount('total_millicredits', totalMillicredits));
    const verdict = await raiseHold(db, holdId, totalMillicredits);
    if (!verdict) throw notFound('hold');
    return { outcome: outcomes[verdict.outcome], totalMillicredits: verdict.totalMillicredits };
  };
}
