import type { Queryable } from '@rotamer/kit/db/db.ts';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { callIds, type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { type BillingClient, PlacedHold_Outcome as HoldOutcome } from '@rotamer/proto/billing/v1/billing.ts';
import { endedHold } from '../billing.ts';
import type { Price } from '../job/price.ts';
import { budgetExceededFault, insufficientCreditsFault, overBudgetFault } from './refusals.ts';
import type { Submission } from './submission.ts';
import type { SubmissionBatches } from './submissionBatches.ts';
import { giveUpHold } from './submissionStore.ts';

/** Ids that the first query for an unused hold checks; each further query checks twice as many. */
const FIRST_LOOK = 16;

/** The hold of a job that is to be accepted; without a hold the job is free. */
export interface PlacedFor {
  holdId?: string;
  /** If an earlier call has placed the hold, the job id of that call: billing has recorded it. */
  jobId: string;
}

/** The holds of one submission, counted from 0; all but the last have been released. */
export interface SubmissionHolds {
  /**
   * Reserves the price for a job with this id. Returns 'resolved' when the hold was released before.
   */
  place(n: number, jobId: string): Promise<PlacedFor | 'resolved'>;
  /** Returns the number of the next hold to try after `n`. */
  after(n: number): Promise<number>;
}

/**
 * Returns the holds of a submission. Their ids are derived from the submission, so a repeated call finds the same hold
 * again.
 */
export function holdsOf(
  { db, placeHold }: { db: Queryable } & Pick<SubmissionBatches, 'placeHold'>,
  { id, workspaceId, fingerprint, budgetId, createdBy: userId, keyId, projectId = '', tool, runId = '' }: Submission,
  price: Price | undefined,
  signal: AbortSignal,
): SubmissionHolds {
  if (!price) return { place: async (_, jobId) => ({ jobId }), after: async (n) => n + 1 };
  const millicredits = price.reservedMillicredits;
  const idOf = (n: number) => derivedUuid('hold', id, fingerprint, millicredits, n);
  return {
    async place(n, jobId) {
      const holdId = idOf(n);
      const heldFor = { userId, keyId, projectId, tool, jobId, runId };
      const hold = { holdId, workspaceId, millicredits, budgetId, heldFor };
      const { outcome, availableMillicredits, jobId: firstJobId, refusedBy } = await placeHold(hold, signal);
      switch (outcome) {
        case HoldOutcome.HELD:
          return { holdId, jobId: firstJobId || jobId };
        case HoldOutcome.RESOLVED:
          return 'resolved';
        case HoldOutcome.INSUFFICIENT:
          throw insufficientCreditsFault(millicredits, availableMillicredits);
        case HoldOutcome.OVER_BUDGET:
          throw refusedBy ? budgetExceededFault(millicredits, refusedBy) : overBudgetFault(millicredits);
        case HoldOutcome.UNKNOWN_WORKSPACE:
          throw notFound('workspace');
        default:
          throw new Error(`hold ${holdId}: ${outcome}`);
      }
    },
    after: (n) => firstUnused(db, idOf, n + 1),
  };
}

/**
 * Returns the number of the first unused hold from number `from` on. A submission that was refused a thousand times has
 * released a thousand holds, one after the other. So in a range of ids the number of known ones is the offset of the
 * first unused one.
 */
export async function firstUnused(db: Queryable, idOf: (n: number) => string, from: number): Promise<number> {
  for (let look = FIRST_LOOK; ; look *= 2) {
    const ids = Array.from({ length: look }, (_, i) => idOf(from + i));
    const { rows } = await db.query('select count(*)::int as used from hold_owners where hold_id = any($1)', [ids]);
    from += rows[0].used;
    if (rows[0].used < look) return from;
  }
}

export interface HoldDeps {
  db: Queryable;
  billing: Pick<BillingClient<CallScope>, 'settleHolds'>;
}

/** Voids a hold unless a job owns it. If voiding fails, the sweep does it. */
export async function releaseHold({ db, billing }: HoldDeps, holdId: string, context: RpcContext): Promise<void> {
  const owner = await giveUpHold(db, holdId);
  if (owner !== null) return;
  await billing
    .settleHolds({ settlements: [{ holdId, chargeMillicredits: 0 }] }, scopeOf(context))
    .then(({ answers }) => endedHold(answers[0]))
    .catch((error) =>
      context.log.warn(
        { ...callIds(context), err: error, hold_id: holdId },
        'hold not released; the hold sweep will release it',
      ),
    );
}
