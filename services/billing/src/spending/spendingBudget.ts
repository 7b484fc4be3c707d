import { enumWord } from '@rotamer/kit/enumWord.ts';
import { BudgetPeriod, BudgetScope, type SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';
import { boundsOf, type Period } from './period.ts';

export type Scope = 'workspace' | 'project' | 'member' | 'key';

/** A budget with the state of one of its periods, as the SQL functions return it. */
export interface BudgetRow {
  id: string;
  scope: Scope;
  subject_id: string;
  period: Period;
  cap_millicredits: number;
  posted_millicredits: number;
  held_millicredits: number;
}

/** Returns the budget as a message. `day`: a UTC day of the period. */
export function toMessage(row: BudgetRow, day: string): SpendingBudget {
  const bounds = boundsOf(row.period, day);
  return {
    id: row.id,
    scope: BudgetScope[row.scope.toUpperCase() as Uppercase<Scope>],
    subjectId: row.subject_id,
    period: BudgetPeriod[row.period.toUpperCase() as Uppercase<Period>],
    capMillicredits: row.cap_millicredits,
    spentMillicredits: row.posted_millicredits,
    heldMillicredits: row.held_millicredits,
    periodStart: bounds?.start,
    periodEnd: bounds?.end,
  };
}

/** Returns the scope of a request; undefined when it names none. */
export function scopeOf(scope: BudgetScope): Scope | undefined {
  return named(enumWord<Scope>('BUDGET_SCOPE', scope), ['workspace', 'project', 'member', 'key']);
}

/** Returns the period of a request; undefined when it names none. */
export function periodOf(period: BudgetPeriod): Period | undefined {
  return named(enumWord<Period>('BUDGET_PERIOD', period), ['day', 'month', 'total']);
}

function named<Word extends string>(word: Word, words: Word[]): Word | undefined {
  return words.includes(word) ? word : undefined;
}
