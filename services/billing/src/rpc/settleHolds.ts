import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
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
import { type StandingHold, settleHolds as settleAll } from '../holdStore.ts';
import { MAX_MILLICREDITS } from '../ledger.ts';
import { requireValid, uuid, wholeNumber } from '../validate.ts';

/** Group commit: settlements that arrive together, of whatever workspaces, share one transaction. */
export function settleHolds({ db, clock, signals }: Deps): Rpc<SettleHoldsRequest, SettleHoldsResponse> {
  const settle = createBatcher<Settlement, StandingHold | undefined>({
    maxWaitMs: 0,
    maxSize: 200,
    run: (_, settlements) => settleTogether(settlements),
  });

  async function settleTogether(settlements: Settlement[]): Promise<(StandingHold | undefined)[]> {
    const { holds, events } = await transaction(db, async (tx) => {
      const holds = await settleAll(tx, settlements);
      const richer = new Map(holds.filter(released).map(({ workspaceId, available }) => [workspaceId, available]));
      // A batch has many causes, so its events continue no trace.
      const events = [...richer].map(([workspaceId, available]) => fundsAvailable(workspaceId, available, clock(), ''));
      await appendOutbox(tx, events);
      return { holds, events };
    });
    if (events.length > 0) signals.send(OUTBOX_SIGNAL);
    return holds;
  }

  return async ({ settlements }, { log }) => {
    requireValid(...settlements.flatMap(problemsOf));
    const answers = settlements.map(async (settlement): Promise<SettledHold> => {
      const { holdId, chargeMillicredits } = settlement;
      const hold = await settle('all', settlement);
      if (!hold) return unknownHold(holdId);
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
function released(hold: StandingHold | undefined): hold is StandingHold {
  return hold?.settled === true && hold.charged < hold.millicredits;
}

function problemsOf({ holdId, chargeMillicredits }: Settlement, i: number) {
  return [
    uuid(`settlements[${i}].hold_id`, holdId),
    wholeNumber(`settlements[${i}].charge_millicredits`, chargeMillicredits, 0, MAX_MILLICREDITS),
  ];
}
