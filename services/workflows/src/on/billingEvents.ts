import type { Consumer } from '@rotamer/kit/bus/bus.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import { WORK_SIGNALS } from '../commands/changeAttempt.ts';
import { recordFunds } from '../credits/funds.ts';
import type { Deps } from '../deps.ts';

/** The only handled event: a workspace has credits again. */
export const BILLING_EVENTS: ReadonlySet<string> = new Set([BillingEventType.FUNDS_AVAILABLE]);

/** Records that a workspace has credits. A loop resumes its attempts that were paused for credits. Safe to repeat. */
export function handleBillingEvents({ db, signals }: Pick<Deps, 'db' | 'signals'>): Consumer {
  return async ({ value }) => {
    const { workspaceId, availableMillicredits } = BillingEvent.decode(value);
    if (availableMillicredits <= 0) return;
    if (await recordFunds(db, workspaceId)) signals.send(WORK_SIGNALS.resume);
  };
}
