import { MAX_MILLICREDITS } from '@rotamer/domain/limits.ts';
import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { bisect } from '@rotamer/kit/batching/bisect.ts';
import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { logFaults } from '@rotamer/kit/grpc/serveCalls.ts';
import { uuid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import {
  HoldState,
  type SettleAnswer,
  type SettledHold,
  type SettleHoldsRequest,
  type SettleHoldsResponse,
  type Settlement,
} from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { eachValid } from '../eachValid.ts';
import { fundsAvailable } from '../fundsAvailable.ts';
import { type StandingHold, settleHolds as settleAll } from '../holdStore.ts';

/** Group commit: settlements of any workspaces that arrive together share one transaction. */
export function settleHolds({ db, clock, signals }: Deps): Rpc<SettleHoldsRequest, SettleHoldsResponse> {
  const settle = createBatcher<Settlement, StandingHold | undefined>({
    maxInFlight: 1,
    maxItems: 200,
    run: (settlements) => bisect(settlements, settleTogether),
  });

  async function settleTogether(settlements: Settlement[]): Promise<(StandingHold | undefined)[]> {
    const { holds, events } = await transaction(db, async (tx) => {
      const holds = await settleAll(tx, settlements);
      const richer = new Map(holds.filter(released).map((hold) => [hold.workspaceId, hold.availableMillicredits]));
      // A batch belongs to many traces, so its events continue none of them.
      const events = [...richer].map(([id, millicredits]) => fundsAvailable(id, millicredits, clock(), ''));
      await appendOutbox(tx, events);
      return { holds, events };
    });
    if (events.length > 0) signals.send(OUTBOX_SIGNAL);
    return holds;
  }

  return async ({ settlements }, { signal, log }) => {
    const started = performance.now();
    const verdicts = await eachValid(settlements, problemsOf, (valid) =>
      Promise.all(valid.map((settlement) => settle(settlement, { signal }).catch((error: Error) => error))),
    );
    logFaults(log, verdicts, started);
    verdicts.forEach((hold, i) => {
      if (hold && 'state' in hold && hold.state === 'open') {
        log.error(
          { hold_id: hold.id, charge_millicredits: settlements[i]!.chargeMillicredits },
          'charge exceeds the hold',
        );
      }
    });
    return { answers: verdicts.map(toAnswer) };
  };
}

const states = { open: HoldState.OPEN, posted: HoldState.POSTED, voided: HoldState.VOIDED };

function settledHold({ id, state, heldMillicredits, chargedMillicredits, resolvedAt }: StandingHold): SettledHold {
  return { holdId: id, state: states[state], heldMillicredits, chargedMillicredits, resolvedAt };
}

function toAnswer(verdict: StandingHold | Error | undefined): SettleAnswer {
  if (verdict && !(verdict instanceof Error)) return { answer: { $case: 'hold', value: settledHold(verdict) } };
  return { answer: { $case: 'error', value: toItemError(verdict ?? notFound('hold')) } };
}

/** Returns whether this call made credits available. */
function released(hold: StandingHold | undefined): hold is StandingHold {
  return hold?.settled === true && hold.chargedMillicredits < hold.heldMillicredits;
}

function problemsOf({ holdId, chargeMillicredits }: Settlement) {
  return [uuid('hold_id', holdId), wholeNumber('charge_millicredits', chargeMillicredits, 0, MAX_MILLICREDITS)];
}
