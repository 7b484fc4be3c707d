import { createBatcher } from '@rotamer/kit/batcher.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import {
  HoldState,
  type SettledHold,
  type SettleHoldsRequest,
  type SettleHoldsResponse,
  type Settlement,
} from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { fundsAvailable } from '../fundsAvailable.ts';
import { type StandingHold, settleHoldsOf, workspacesOfHolds } from '../holdStore.ts';
import { MAX_MILLICREDITS } from '../ledger.ts';
import { requireValid, uuid, wholeNumber } from '../validate.ts';

/** One transaction locks the account of one workspace only, so settlements cannot wait for each other in a circle. */
export function settleHolds({ db, clock, signals }: Deps): Rpc<SettleHoldsRequest, SettleHoldsResponse> {
  const settle = createBatcher<Settlement, StandingHold>({ maxWaitMs: 0, maxSize: 200, run: settleTogether });

  async function settleTogether(workspaceId: string, settlements: Settlement[]): Promise<StandingHold[]> {
    const holds = await transaction(db, async (tx) => {
      const holds = await settleHoldsOf(tx, workspaceId, settlements);
      const { available } = holds[0]!;
      // A batch has many causes, so its event continues no trace.
      if (holds.some(released)) await appendOutbox(tx, [fundsAvailable(workspaceId, available, clock(), '')]);
      return holds;
    });
    if (holds.some(released)) signals.send(OUTBOX_SIGNAL);
    return holds;
  }

  return async ({ settlements }, { log }) => {
    requireValid(...settlements.flatMap(problemsOf));
    const workspaces = await workspacesOfHolds(
      db,
      settlements.map((settlement) => settlement.holdId),
    );
    const answers = settlements.map(async (settlement): Promise<SettledHold> => {
      const { holdId, chargeMillicredits } = settlement;
      const workspaceId = workspaces.get(holdId);
      if (!workspaceId) return unknownHold(holdId);
      const hold = await settle(workspaceId, settlement);
      if (hold.state === 'open') log.error({ hold_id: holdId, charge: chargeMillicredits }, 'charge above the hold');
      return settledHold(hold);
    });
    return { holds: await Promise.all(answers) };
  };
}

const states = { open: HoldState.OPEN, posted: HoldState.POSTED, voided: HoldState.VOIDED };

function settledHold({ id, state, millicredits, charged, resolvedAt }: StandingHold): SettledHold {
  return {
    holdId: id,
    state: states[state],
    heldMillicredits: millicredits,
    chargedMillicredits: charged,
    resolvedAt,
  };
}

function unknownHold(holdId: string): SettledHold {
  return { holdId, state: HoldState.UNSPECIFIED, heldMillicredits: 0, chargedMillicredits: 0, resolvedAt: undefined };
}

/** Whether this call made credits available. */
function released(hold: StandingHold): boolean {
  return hold.settled && hold.charged < hold.millicredits;
}

function problemsOf({ holdId, chargeMillicredits }: Settlement, i: number) {
  return [
    uuid(`settlements[${i}].hold_id`, holdId),
    wholeNumber(`settlements[${i}].charge_millicredits`, chargeMillicredits, 0, MAX_MILLICREDITS),
  ];
}
