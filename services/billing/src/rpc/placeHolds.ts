import { bisect } from '@rotamer/kit/batching/bisect.ts';
import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { logFaults } from '@rotamer/kit/grpc/logFault.ts';
import { uuid } from '@rotamer/kit/grpc/validate.ts';
import {
  type HoldToPlace,
  PlacedHold_Outcome as Outcome,
  type PlaceAnswer,
  type PlaceHoldsRequest,
  type PlaceHoldsResponse,
} from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { eachValid } from '../eachValid.ts';
import { type PlaceVerdict, placeHolds as place } from '../holdStore.ts';
import { amount } from '../validate.ts';

const outcomes = {
  held: Outcome.HELD,
  resolved: Outcome.RESOLVED,
  over_budget: Outcome.OVER_BUDGET,
  insufficient: Outcome.INSUFFICIENT,
  mismatch: Outcome.MISMATCH,
  unknown_workspace: Outcome.UNKNOWN_WORKSPACE,
};

/** Group commit: the caller batches concurrent requests, so that a busy hour costs one commit per batch. */
export function placeHolds({ db }: Deps): Rpc<PlaceHoldsRequest, PlaceHoldsResponse> {
  return async ({ holds }, { log }) => {
    const started = performance.now();
    const verdicts = await eachValid(holds, problemsOf, (valid) => bisect(valid, (some) => place(db, some)));
    logFaults(log, verdicts, started);
    return { answers: verdicts.map(toAnswer) };
  };
}

function problemsOf({ holdId, millicredits, budgetId }: HoldToPlace) {
  const budget = budgetId === undefined ? undefined : uuid('budget_id', budgetId);
  return [uuid('hold_id', holdId), amount('millicredits', millicredits), budget];
}

function toAnswer(verdict: PlaceVerdict | Error): PlaceAnswer {
  if (verdict instanceof Error) return { answer: { $case: 'error', value: toItemError(verdict) } };
  const { outcome, availableMillicredits } = verdict;
  return {
    answer: { $case: 'hold', value: { outcome: outcomes[outcome], availableMillicredits: availableMillicredits ?? 0 } },
  };
}
