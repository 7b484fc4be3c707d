import { inCredits, toCredits } from '@rotamer/domain/credits.ts';
import { enumWord } from '@rotamer/kit/enumWord.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { BudgetPeriod, BudgetScope, type SpendingBudget } from '@rotamer/proto/billing/v1/billing.ts';

/** Refusals of valid submissions. Arguments are in millicredits, messages and details in credits. */

export function insufficientCreditsFault(neededMillicredits: number, availableMillicredits: number): Fault {
  const [needed, available] = [toCredits(neededMillicredits), toCredits(availableMillicredits)];
  return new Fault(
    'insufficient_credits',
    `The job needs ${inCredits(neededMillicredits)}; the workspace has ${available} available.`,
    { details: { required_credits: needed, available_credits: available } },
  );
}

/**
 * Returns the refusal of a job that exceeds the rest of its workflow run's cap, even if the workspace has enough
 * credits.
 */
export function overBudgetFault(neededMillicredits: number): Fault {
  const needed = toCredits(neededMillicredits);
  return new Fault(
    'insufficient_credits',
    `The job needs ${inCredits(neededMillicredits)}; its run has fewer left under max_credits.`,
    {
      resolution: 'Continue the run with a higher max_credits.',
      details: { reason: 'max_credits', required_credits: needed },
    },
  );
}

const WHOSE = {
  [BudgetScope.WORKSPACE]: 'of the workspace',
  [BudgetScope.PROJECT]: 'of the project',
  [BudgetScope.MEMBER]: 'of your membership',
  [BudgetScope.KEY]: 'of your key',
} as Record<BudgetScope, string>;

const WHEN = { [BudgetPeriod.DAY]: ' for the day (UTC)', [BudgetPeriod.MONTH]: ' for the month (UTC)' } as Partial<
  Record<BudgetPeriod, string>
>;

/** Returns what a spending budget has left; below zero after its cap was lowered. */
export function leftOf({ capMillicredits, spentMillicredits, heldMillicredits }: SpendingBudget): number {
  return capMillicredits - spentMillicredits - heldMillicredits;
}

/** Returns the refusal by a spending budget, which the details name. */
export function budgetExceededFault(neededMillicredits: number, budget: SpendingBudget): Fault {
  const [needed, left] = [toCredits(neededMillicredits), toCredits(Math.max(0, leftOf(budget)))];
  const { id, scope, subjectId, period, capMillicredits, spentMillicredits, heldMillicredits, periodEnd } = budget;
  return new Fault(
    'budget_exceeded',
    `The job needs ${inCredits(neededMillicredits)}; the budget ${WHOSE[scope]}${WHEN[period] ?? ''} has ${left} left.`,
    {
      details: {
        budget: {
          id,
          scope: enumWord('BUDGET_SCOPE', scope),
          subject_id: subjectId,
          period: enumWord('BUDGET_PERIOD', period),
          cap: toCredits(capMillicredits),
          spent: toCredits(spentMillicredits),
          held: toCredits(heldMillicredits),
          period_end: periodEnd?.toISOString() ?? null,
        },
        needed,
      },
    },
  );
}

export function limitFault(max: number): Fault {
  return new Fault('concurrent_job_limit_exceeded', `The workspace has reached its limit of ${max} active jobs.`, {
    details: { max_concurrent_jobs: max },
  });
}

export function dailyLimitFault(max: number): Fault {
  return new Fault('daily_limit_exceeded', `The workspace has reached its limit of ${max} jobs for today (UTC).`, {
    details: { daily_limit_max: max },
  });
}

export function priceChangedFault(quotedMillicredits: number, maxMillicredits: number): Fault {
  const [quoted, max] = [toCredits(quotedMillicredits), toCredits(maxMillicredits)];
  return new Fault('price_changed', `The price is ${inCredits(quotedMillicredits)}, above max_quoted_credits ${max}.`, {
    details: { quoted, max },
  });
}

/** Returns the refusal of a submission that its sender has withdrawn: no call with its id ever makes a job. */
export function withdrawnFault(): Fault {
  return new Fault('conflict', 'This submission was withdrawn.', { details: { reason: 'withdrawn' } });
}
