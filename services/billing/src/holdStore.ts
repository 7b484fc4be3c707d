import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { HoldToPlace, Settlement, UnclaimedHold } from '@rotamer/proto/billing/v1/billing.ts';
import type { ExtendOutcome, HoldState, PlaceOutcome } from './ledger.ts';

export interface PlaceVerdict {
  outcome: PlaceOutcome | 'unknown_workspace';
  /** Millicredits available after this hold was decided; null for an unknown workspace. */
  available: number | null;
}

/** Places holds of any workspaces in one commit, each with its own verdict. */
export async function placeHolds(db: Queryable, holds: HoldToPlace[]): Promise<PlaceVerdict[]> {
  const { rows } = await db.query(
    prepared('select outcome, available from place_holds($1, $2::uuid[], $3::bigint[]) order by n', [
      holds.map((hold) => hold.workspaceId),
      holds.map((hold) => hold.holdId),
      holds.map((hold) => hold.millicredits),
    ]),
  );
  return rows;
}

/** Raises a hold to a total; undefined when there is no such hold. */
export async function raiseHold(
  db: Queryable,
  id: string,
  total: number,
): Promise<{ outcome: ExtendOutcome; total: number } | undefined> {
  const { rows } = await db.query('select outcome, total from extend_hold($1, $2)', [id, total]);
  return rows[0];
}

/** A hold after settling, whoever settled it. */
export interface StandingHold {
  id: string;
  state: HoldState;
  millicredits: number;
  charged: number;
  resolvedAt: Date | undefined;
  /** Whether this settlement resolved it. */
  settled: boolean;
  /** Millicredits available to the workspace after the call. */
  available: number;
}

/** Settles holds of one workspace, and answers how each stands, in their order. All must be the workspace's own. */
export async function settleHoldsOf(
  tx: Queryable,
  workspaceId: string,
  settlements: Settlement[],
): Promise<StandingHold[]> {
  const { rows } = await tx.query(
    prepared(
      `select id, state, millicredits, charged, resolved_at, settled, available
     from settle_holds($1, $2::uuid[], $3::bigint[])`,
      [
        workspaceId,
        settlements.map((settlement) => settlement.holdId),
        settlements.map((settlement) => settlement.chargeMillicredits),
      ],
    ),
  );
  if (rows.length !== settlements.length) throw new Error(`settling holds that are not of workspace ${workspaceId}`);
  return rows.map(({ resolved_at, ...row }) => ({ ...row, resolvedAt: resolved_at ?? undefined }));
}

/** Workspace ids by hold id; unknown holds are absent. */
export async function workspacesOfHolds(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await db.query(prepared('select id, workspace_id from holds where id = any($1::uuid[])', [ids]));
  return new Map(rows.map((row) => [row.id, row.workspace_id]));
}

/** Marks holds as owned by a job. Locks in the order of ids, as settling does, so that the two never deadlock. */
export async function markClaimed(db: Queryable, ids: string[]): Promise<void> {
  await db.query(
    prepared(
      `update holds set claimed_at = clock_timestamp()
     where id in (
       select id from holds where id = any($1::uuid[]) and state = 'open' and claimed_at is null
       order by id for no key update)`,
      [ids],
    ),
  );
}

/** Open holds that nobody claimed in this time, oldest first. */
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
