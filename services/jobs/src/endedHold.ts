import { itemFault, unknownAnswer } from '@rotamer/kit/batching/itemError.ts';
import { HoldState, type SettleAnswer, type SettledHold } from '@rotamer/proto/billing/v1/billing.ts';

/**
 * Returns the hold of a successful settlement.
 *
 * @throws the error of billing for this hold, or an error when the hold is still open: such a hold must not be taken
 * for one that was charged 0.
 */
export function endedHold(settled: SettleAnswer | undefined): SettledHold {
  const answer = settled?.answer;
  if (answer?.$case !== 'hold') throw answer ? itemFault(answer.value) : unknownAnswer();
  const { state, holdId, heldMillicredits } = answer.value;
  if (state === HoldState.POSTED || state === HoldState.VOIDED) return answer.value;
  throw new Error(`hold ${holdId} of ${heldMillicredits} is still ${state}`);
}
