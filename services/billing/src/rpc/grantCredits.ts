import { toCredits } from '@rotamer/domain/credits.ts';
import { MAX_MILLICREDITS } from '@rotamer/domain/limits.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, notFound, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { GrantCreditsRequest, GrantCreditsResponse } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../deps.ts';
import { fundsAvailable } from '../fundsAvailable.ts';
import { grantOnce } from '../transferStore.ts';
import { amount, grantIdProblem } from '../validate.ts';

export function grantCredits({ db, clock, signals }: Deps): Rpc<GrantCreditsRequest, GrantCreditsResponse> {
  return async ({ workspaceId, grantId, millicredits }, { traceparent }) => {
    requireValid(amount('credits', millicredits), grantIdProblem(grantId));
    const verdict = await transaction(db, async (tx) => {
      const verdict = await grantOnce(tx, workspaceId, grantId, millicredits);
      if (verdict?.outcome === 'granted') {
        await appendOutbox(tx, [fundsAvailable(workspaceId, verdict.availableMillicredits, clock(), traceparent)]);
      }
      return verdict;
    });
    if (!verdict) throw notFound('workspace');
    if (verdict.outcome === 'mismatch')
      throw new Fault('conflict', `Grant ${grantId} already exists with a different amount.`);
    if (verdict.outcome === 'too_much') {
      throw validationFault([
        {
          path: 'credits',
          message: `would exceed the total of ${toCredits(MAX_MILLICREDITS)} credits that a workspace may be granted`,
        },
      ]);
    }
    signals.send(OUTBOX_SIGNAL);
    return { availableMillicredits: verdict.availableMillicredits };
  };
}
