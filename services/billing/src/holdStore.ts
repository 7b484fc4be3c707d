import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { ASYNC_COMMIT } from '@rotamer/kit/db/transaction.ts';
import type { HoldToPlace, Settlement, UnclaimedHold } from '@rotamer/proto/billing/v1/billing.ts';
import type { ExtendOutcome, HoldState, PlaceOutcome } from './ledger.ts';
import type { BudgetRow } from './spending/spendingBudget.ts';

export interface PlaceVerdict {
  outcome: PlaceOutcome | 'unknown_workspace';
  /** The available credits after this hold was decided; null for an unknown workspace. */
  availableMillicredits: number | null;
  /** The job for which an open hold was first placed; null: it names none. */
  jobId: string | null;
  /** The spending budget that refused. */
  refusedBy: BudgetRow | null;
}

/** Places holds of any workspaces on a UTC day (`2026-01-31`) in one commit. Returns a result for each hold. */
export async function placeHolds(db: Queryable, holds: HoldToPlace[], day: string): Promise<PlaceVerdict[]> {
  const { rows } = await db.query(
    prepared(
      `select outcome, available_millicredits as "availableMillicredits", job_id as "jobId",
         refused_by as "refusedBy"
       from reserve_holds($1, $2) order by n`,
      [JSON.stringify(holds.map(toRow)), day],
    ),
  );
  return rows;
}

function toRow({ holdId, workspaceId, millicredits, budgetId, heldFor }: HoldToPlace) {
  return {
    id: holdId,
    workspace_id: workspaceId,
    millicredits,
    budget_id: budgetId,
    user_id: heldFor?.userId || null,
    key_id: heldFor?.keyId || null,
    project_id: heldFor?.projectId || null,
    tool: heldFor?.tool || null,
    job_id: heldFor?.jobId || null,
    run_id: heldFor?.runId || null,
  };
}

/** Raises a hold to a total. Returns undefined when the hold does not exist. */
export async function raiseHold(
  db: Queryable,
  id: string,
  totalMillicredits: number,
): Promise<{ outcome: ExtendOutcome; totalMillicredits: number } | undefined> {
  const { rows } = await db.query(
    'select outcome, total_millicredits as "totalMillicredits" from extend_hold($1, $2)',
    [id, totalMillicredits],
  );
  return rows[0];
}

/** A hold after settling, by this call or an earlier one. */
export interface StandingHold {
  id: string;
  workspaceId: string;
  state: HoldState;
  heldMillicredits: number;
  chargedMillicredits: number;
  resolvedAt: Date | undefined;
  /** Whether this call settled the hold. */
  settled: boolean;
  /** Available to the workspace after the call. */
  availableMillicredits: number;
}

/**
 * Settles holds of any workspaces in one commit. Returns each hold afterwards, in the order of the settlements;
 * undefined for an unknown hold.
 */
export async function settleHolds(tx: Queryable, settlements: Settlement[]): Promise<(StandingHold | undefined)[]> {
  const { rows } = await tx.query(
    prepared(
      `select n, id, workspace_id as "workspaceId", state, millicredits as "heldMillicredits",
         charged_millicredits as "chargedMillicredits", resolved_at, settled,
         available_millicredits as "availableMillicredits"
       from settle_holds($1::uuid[], $2::bigint[])`,
      [
        settlements.map((settlement) => settlement.holdId),
        settlements.map((settlement) => settlement.chargeMillicredits),
      ],
    ),
  );
  const standing = new Array<StandingHold | undefined>(settlements.length).fill(undefined);
  for (const { n, resolved_at, ...row } of rows) {
    standing[n - 1] = { ...row, resolvedAt: resolved_at ?? undefined };
  }
  return standing;
}

/**
 * Marks holds as claimed by a job. Locks rows in the order of ids, as settling does, so that the two never deadlock. When a
 * crash of the server undoes a mark, the sweep of jobs sets it again.
 */
export async function markClaimed(db: Queryable, ids: string[]): Promise<void> {
  await db.query(
    prepared(
      `update holds set claimed_at = clock_timestamp()
     where id in (
       select id from holds where id = any($1::uuid[]) and state = 'open' and claimed_at is null
       order by id for no key update) and ${ASYNC_COMMIT}`,
      [ids],
    ),
  );
}

/** Returns open holds that nobody claimed in this time, oldest first. */
export async function listUnclaimed(db: Queryable, olderThanSeconds: number, limit: number): Promise<UnclaimedHold[]> {
  const { rows } = await db.query(
    `select id, workspace_id, millicredits, created_at from holds
     where state = 'open' and claimed_at is null and created_at < now() - make_interval(secs => $1)
     order by created_at limit $2`,
    [olderThanSeconds, limit],
  );
  return rows.map((row) => ({
    holdId: row.id,
    workspaceId: row.workspace_id,
    millicredits: row.millicredits,
    createdAt: row.created_at,
  }));
}
