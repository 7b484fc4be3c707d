import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import {
  PlacedHold_Outcome as Outcome,
  type PlaceHoldsRequest,
  type PlaceHoldsResponse,
} from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { placeHolds as place } from '../holdStore.ts';
import { amount, requireValid, uuid } from '../validate.ts';

const outcomes = {
  held: Outcome.HELD,
  resolved: Outcome.RESOLVED,
  insufficient: Outcome.INSUFFICIENT,
  mismatch: Outcome.MISMATCH,
  unknown_workspace: Outcome.UNKNOWN_WORKSPACE,
};

/** Group commit: whoever asks sends together what came to it together, so a busy hour costs one commit a batch. */
export function placeHolds({ db }: Deps): Rpc<PlaceHoldsRequest, PlaceHoldsResponse> {
  return async ({ holds }) => {
    requireValid(
      ...holds.flatMap(({ holdId, millicredits }, i) => [
        uuid(`holds[${i}].hold_id`, holdId),
        amount(`holds[${i}].millicredits`, millicredits),
      ]),
    );
    const verdicts = await place(db, holds);
    return {
      holds: verdicts.map(({ outcome, available }) => ({
        outcome: outcomes[outcome],
        availableMillicredits: available ?? 0,
      })),
    };
  };
}
