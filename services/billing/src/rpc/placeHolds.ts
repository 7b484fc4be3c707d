import { bisect } from '@rotamer/kit/batching/bisect.ts';
import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { logFaults } from '@rotamer/kit/grpc/serveCalls.ts';
import { uuid } from '@rotamer/kit/grpc/validate.ts';
import {
  type HoldToPlace,
  PlacedHold_Outcome as Outcome,
  type PlaceAnswer,
  type PlaceHoldsRequest,
  type PlaceHoldsResponse,
} from '@rotamer/proto/billing/v1/billing.ts';
import { utcDay } from '../day.ts';
import type { Deps } from '../deps.ts';
import { eachValid } from '../eachValid.ts';
import { type PlaceVerdict, placeHolds as place } from '../holdStore.ts';
import { toMessage } from '../spending/spendingBudget.ts';
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
export function placeHolds({ db, clock }: Deps): Rpc<PlaceHoldsRequest, PlaceHoldsResponse> {
  return async ({ holds }, { log }) => {
    const started = performance.now();
    const day = utcDay(clock());
    const verdicts = await eachValid(holds, problemsOf, (valid) => bisect(valid, (some) => place(db, some, day)));
    logFaults(log, verdicts, started);
    return { answers: verdicts.map((verdict) => toAnswer(verdict, day)) };
  };
}

/** Longest id of what a hold is for. Ids of Rotamer are a tenth of it. */
const MAX_FOR_CHARACTERS = 500;

function problemsOf({ holdId, millicredits, budgetId, heldFor }: HoldToPlace) {
  const budget = budgetId === undefined ? undefined : uuid('budget_id', budgetId);
  const tooLong = Object.entries(heldFor ?? {}).filter(([, value]) => value.length > MAX_FOR_CHARACTERS);
  return [
    uuid('hold_id', holdId),
    amount('millicredits', millicredits),
    budget,
    ...tooLong.map(([name]) => ({ path: `held_for.${name}`, message: `has over ${MAX_FOR_CHARACTERS} characters` })),
  ];
}

function toAnswer(verdict: PlaceVerdict | Error, day: string): PlaceAnswer {
  if (verdict instanceof Error) return { answer: { $case: 'error', value: toItemError(verdict) } };
  const { outcome, availableMillicredits, jobId, refusedBy } = verdict;
  const value = {
    outcome: outcomes[outcome],
    availableMillicredits: availableMillicredits ?? 0,
    jobId: jobId ?? '',
    refusedBy: refusedBy ? toMessage(refusedBy, day) : undefined,
  };
  return { answer: { $case: 'hold', value } };
}
