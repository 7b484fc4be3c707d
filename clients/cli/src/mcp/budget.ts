import type { JobData } from '@rotamer/client';

/** The credits that may be spent without a person's approval, during the life of a process. */
export interface Budget {
  /** Limit, in credits. */
  limit: number;
  /** Per submission or job id: the most that it may still cost, or its final cost, in credits. */
  used: ReadonlyMap<string, number>;
}

export function leftOf({ limit, used }: Budget): number {
  return limit - [...used.values()].reduce((sum, credits) => sum + credits, 0);
}

/** Returns the budget with the credits of a submission held; undefined when too few are left. A free submission always fits. */
export function hold(budget: Budget, id: string, credits: number): Budget | undefined {
  if (credits > 0 && credits > leftOf(budget)) return undefined;
  return { ...budget, used: new Map(budget.used).set(id, credits) };
}

/** Returns the budget after a refused submission, with its held credits released. */
export function release(budget: Budget, id: string): Budget {
  const used = new Map(budget.used);
  used.delete(id);
  return { ...budget, used };
}

/** Returns the budget after a submission became a job. The job's id counts from now on. */
export function accepted(budget: Budget, id: string, job: JobData): Budget {
  const { used } = release(budget, id);
  return settled({ ...budget, used: new Map(used).set(job.id, budget.used.get(id) ?? 0) }, [job]);
}

/** Returns the budget after the final cost of some jobs is known, with their refunds released. */
export function settled(budget: Budget, jobs: readonly JobData[]): Budget {
  const used = new Map(budget.used);
  for (const { id, billing, credits_used } of jobs) {
    if (!used.has(id) || !billing?.finalized_at) continue;
    const cost = billing.final_credits ?? credits_used;
    if (cost > 0) used.set(id, cost);
    else used.delete(id);
  }
  return { ...budget, used };
}
