import type { EventType } from '@rotamer/api/schemas/eventTypes.ts';
import { presentBudget } from '@rotamer/present/presentBudget.ts';
import { BudgetScope } from '@rotamer/proto/billing/v1/billing.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import type { NewEvent } from '../feed/newEvent.ts';

export const budgetTypes: ReadonlyMap<string, EventType> = new Map([
  [BillingEventType.BUDGET_WARNING, 'budget.warning'],
]);

/** Returns the public event of an event of billing; undefined when it has none. */
export function publicBudgetEvent(value: Uint8Array): NewEvent | undefined {
  const { eventId: id, workspaceId, occurredAt, type, budgetWarning } = BillingEvent.decode(value);
  const publicType = budgetTypes.get(type);
  if (!publicType || !budgetWarning?.budget) return undefined;
  const { budget, percent } = budgetWarning;
  const isPersonal = budget.scope === BudgetScope.MEMBER || budget.scope === BudgetScope.KEY;
  return {
    ...{ id, workspaceId, type: publicType, createdAt: occurredAt! },
    ...{ resourceType: 'budget', resourceId: budget.id, version: occurredAt!.getTime() },
    projectId: budget.scope === BudgetScope.PROJECT ? budget.subjectId : undefined,
    audience: isPersonal ? budget.subjectId : undefined,
    data: { ...presentBudget(budget), percent },
  };
}
