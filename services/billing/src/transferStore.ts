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

/** Which transfers to list, newest first. */
export interface TransferQuery {
  workspaceId: string;
  beforeId: number;
  limit: number;
  kind?: string;
  /** At or after this time. */
  from?: Date;
  /** Before this time. */
  to?: Date;
  jobId?: string;
  userId?: string;
  skip?: number;
}

/** The transfers of some holds. Each kind has its own index by hold. */
const OF_JOB = ["'hold'", "'extend'", "'refund'", "'post', 'void'"]
  .map((kinds) => `select id from transfers where hold_id = any(array(select id from of_job)) and kind in (${kinds})`)
  .join(' union all ');

/** Returns transfers of the journal with what their holds are for. Conditions are added only where they are set. */
export async function listTransfers(db: Queryable, query: TransferQuery): Promise<Transfer[]> {
  const values: unknown[] = [query.workspaceId, query.beforeId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const { kind, from, to, jobId, userId, skip = 0, limit } = query;
  const conditions = [
    't.workspace_id = $1 and t.id < $2',
    kind !== undefined && `t.kind = ${bind(kind)}`,
    from !== undefined && `t.created_at >= ${bind(from)}`,
    to !== undefined && `t.created_at < ${bind(to)}`,
    userId !== undefined && `h.user_id = ${bind(userId)}`,
    jobId !== undefined && `t.id in (${OF_JOB})`,
  ].filter((condition) => condition !== false);
  const ofJob =
    jobId === undefined
      ? ''
      : `with of_job as (select id from holds where job_id = ${bind(jobId)} and workspace_id = $1)`;
  const { rows } = await db.query(
    `${ofJob} select t.id, t.kind, t.hold_id, t.grant_id, t.millicredits, t.created_at,
       h.user_id, h.key_id, h.project_id, h.tool, h.job_id, h.run_id
     from transfers t left join holds h on h.id = t.hold_id
     where ${conditions.join(' and ')} order by t.id desc offset ${bind(skip)} limit ${bind(limit)}`,
    values,
  );
  return rows.map(toTransfer);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the statement above
function toTransfer(row: any): Transfer {
  const heldFor = {
    userId: row.user_id ?? '',
    keyId: row.key_id ?? '',
    projectId: row.project_id ?? '',
    tool: row.tool ?? '',
    jobId: row.job_id ?? '',
    runId: row.run_id ?? '',
  };
  return {
    id: row.id,
    kind: row.kind,
    holdId: row.hold_id ?? '',
    grantId: row.grant_id ?? '',
    millicredits: row.millicredits,
    createdAt: row.created_at,
    heldFor: row.hold_id === null ? undefined : heldFor,
  };
}
