import type { Consumer } from '@rotamer/kit/bus/bus.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import type { Deps } from '../deps.ts';

/** The event after which a workspace has credits again: the only one that is handled. */
export const BILLING_EVENTS: ReadonlySet<string> = new Set([BillingEventType.FUNDS_AVAILABLE]);

/** Resumes the attempts of a workspace that waited for its credits. Repeating it changes nothing: they run, or wait again. */
export function handleBillingEvents({ db, changeAttempt }: Pick<Deps, 'db' | 'changeAttempt'>): Consumer {
  return async ({ value }) => {
    const { workspaceId, availableMillicredits } = BillingEvent.decode(value);
    if (availableMillicredits <= 0) return;
    const { rows } = await db.query(
      `select id from attempts where workspace_id = $1 and pause_reason = 'insufficient_credits' order by id limit 100`,
      [workspaceId],
    );
    for (const { id } of rows) await changeAttempt(id, () => [{ type: 'fundsAvailable' }]);
  };
}
