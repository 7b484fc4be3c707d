import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Budget, SetBudgetRequest } from '@rotamer/proto/billing/v1/billing.ts';

/** Creates the budget or raises its cap. Returns undefined when the id belongs to another workspace. */
export async function setBudget(db: Queryable, wanted: SetBudgetRequest): Promise<Budget | undefined> {
  const { rows } = await db.query(
    `insert into budgets (id, workspace_id, cap_millicredits) values ($1, $2, $3)
     on conflict (id) do update set cap_millicredits = greatest(budgets.cap_millicredits, excluded.cap_millicredits)
       where budgets.workspace_id = excluded.workspace_id
     returning id, cap_millicredits as "capMillicredits", posted_millicredits as "postedMillicredits",
       held_millicredits as "heldMillicredits"`,
    [wanted.budgetId, wanted.workspaceId, wanted.capMillicredits],
  );
  return rows[0];
}
