import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Transfer } from '@rotamer/proto/billing/v1/billing.ts';
import type { GrantOutcome } from './ledger.ts';

export interface GrantVerdict {
  outcome: GrantOutcome;
  /** The available credits after the grant. */
  availableMillicredits: number;
}

/** Grants credits once per grant id. Returns undefined when the workspace is unknown. */
export async function grantOnce(
  tx: Queryable,
  workspaceId: string,
  grantId: string,
  millicredits: number,
): Promise<GrantVerdict | undefined> {
  const { rows } = await tx.query(
    'select outcome, available_millicredits as "availableMillicredits" from grant_credits($1, $2, $3)',
    [workspaceId, grantId, millicredits],
  );
  return rows[0];
}

/** Returns the journal of a workspace before an id, newest first. */
export async function listTransfersBefore(
  db: Queryable,
  workspaceId: string,
  beforeId: number,
  limit: number,
): Promise<Transfer[]> {
  const { rows } = await db.query(
    `select id, kind, hold_id, millicredits, created_at from transfers
     where workspace_id = $1 and id < $2 order by id desc limit $3`,
    [workspaceId, beforeId, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    holdId: row.hold_id ?? '',
    millicredits: row.millicredits,
    createdAt: row.created_at,
  }));
}
