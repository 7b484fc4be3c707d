import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { HoldFor } from '@rotamer/proto/billing/v1/billing.ts';
import type { Period } from './period.ts';
import type { BudgetRow, Scope } from './spendingBudget.ts';

/** Most budgets of one workspace. */
export const MAX_BUDGETS = 10_000;

/** A budget to create or change. */
export interface WantedBudget {
  /** Of a new budget. */
  id: string;
  workspaceId: string;
  scope: Scope;
  subjectId: string;
  period: Period;
  capMillicredits: number;
}

interface SetVerdict {
  outcome: 'set' | 'too_many';
  budgetId: string;
  /** Whether holds that the budget refused may fit now. */
  more: boolean;
  availableMillicredits: number;
}

/** Creates or changes a budget on a UTC day. Returns undefined when the workspace is unknown. */
export async function storeBudget(tx: Queryable, wanted: WantedBudget, day: string): Promise<SetVerdict | undefined> {
  const { id, workspaceId, scope, subjectId, period, capMillicredits } = wanted;
  const { rows } = await tx.query(
    `select outcome, budget_id as "budgetId", more, available_millicredits as "availableMillicredits"
     from set_spending_budget($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, workspaceId, scope, subjectId, period, capMillicredits, day, MAX_BUDGETS],
  );
  return rows[0];
}

/** The columns of a budget `b` and of its period that has the day `$1`, for a statement that reads from `BUDGETS`. */
const COLUMNS = `b.id, b.scope, b.subject_id, b.period, b.cap_millicredits,
  coalesce(p.posted_millicredits, 0) as posted_millicredits, coalesce(p.held_millicredits, 0) as held_millicredits`;

const BUDGETS = `spending_budgets b
  left join spending_periods p on p.budget_id = b.id and p.starts_on = period_start(b.period, $1)`;

/** Returns budgets of a workspace with their periods that have the day, in the order of ids. */
export async function listBudgets(
  db: Queryable,
  {
    workspaceId,
    afterId,
    limit,
    visibleTo,
    visibleKeyIds = [],
    keyIds = [],
  }: {
    workspaceId: string;
    afterId: string;
    limit: number;
    visibleTo?: Pick<HoldFor, 'userId' | 'keyId'>;
    /** With `visibleTo`: the budgets of these keys too. */
    visibleKeyIds?: string[];
    /** Not empty: only the budgets of these keys. */
    keyIds?: string[];
  },
  day: string,
): Promise<BudgetRow[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} from ${BUDGETS}
     where b.workspace_id = $2 and b.id > $3 and (
       not $5 or b.scope in ('workspace', 'project') or (b.scope = 'member' and b.subject_id = $6)
       or (b.scope = 'key' and b.subject_id = any($7::text[]))
     ) and (cardinality($8::text[]) = 0 or (b.scope = 'key' and b.subject_id = any($8)))
     order by b.id limit $4`,
    [
      ...[day, workspaceId, afterId, limit, visibleTo !== undefined, visibleTo?.userId ?? ''],
      [visibleTo?.keyId ?? '', ...visibleKeyIds],
      keyIds,
    ],
  );
  return rows;
}

/** Returns a budget with its period that has the day. */
export async function readBudget(db: Queryable, id: string, day: string): Promise<BudgetRow> {
  const { rows } = await db.query(`select ${COLUMNS} from ${BUDGETS} where b.id = $2`, [day, id]);
  return rows[0];
}

/** Returns the budgets that would bound a hold that is placed on the day. */
export async function findBudgets(
  db: Queryable,
  workspaceId: string,
  heldFor: Partial<HoldFor>,
  day: string,
): Promise<BudgetRow[]> {
  const hold = {
    workspace_id: workspaceId,
    user_id: heldFor.userId || null,
    key_id: heldFor.keyId || null,
    project_id: heldFor.projectId || null,
    placed_on: day,
  };
  const { rows } = await db.query(
    prepared('select * from budgets_of(jsonb_populate_record(null::holds, $1)) order by id', [JSON.stringify(hold)]),
  );
  return rows;
}

/**
 * Deletes the budget with an id, or all budgets of a subject, under the account's lock. Returns those that were deleted, and what the
 * workspace has available; undefined when the workspace is unknown.
 */
export async function deleteBudgets(
  tx: Queryable,
  {
    workspaceId,
    budgetId,
    scope,
    subjectId,
  }: { workspaceId: string; budgetId: string; scope?: Scope; subjectId: string },
  day: string,
): Promise<{ deleted: BudgetRow[]; availableMillicredits: number } | undefined> {
  const { rows: accounts } = await tx.query(
    `select posted_millicredits - held_millicredits as available from accounts where workspace_id = $1 for no key update`,
    [workspaceId],
  );
  if (!accounts[0]) return undefined;
  const { rows: deleted } = await tx.query(
    `select ${COLUMNS} from ${BUDGETS}
     where b.workspace_id = $2 and (b.id = $3 or (b.scope = $4 and b.subject_id = $5)) order by b.id`,
    [day, workspaceId, budgetId, scope ?? '', subjectId],
  );
  await tx.query('delete from spending_budgets where id = any($1)', [deleted.map(({ id }) => id)]);
  return { deleted, availableMillicredits: accounts[0].available };
}
