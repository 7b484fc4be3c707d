import { itemFault, unknownAnswer } from '@rotamer/kit/batching/itemError.ts';
import { HoldState, type SettleAnswer, type SettledHold } from '@rotamer/proto/billing/v1/billing.ts';

/**
 * The hold after a settlement that ended it.
 *
 * @throws what billing says of this one hold, or that it is open still: it may not be taken for one that was charged 0.
 */
export function endedHold(settled: SettleAnswer | undefined): SettledHold {
  const answer = settled?.answer;
  if (answer?.$case !== 'hold') throw answer ? itemFault(answer.value) : unknownAnswer();
  const { state, holdId, heldMillicredits } = answer.value;
  if (state === HoldState.POSTED || state === HoldState.VOIDED) return answer.value;
  throw new Error(`hold ${holdId} of ${heldMillicredits} is still ${state}`);
}
