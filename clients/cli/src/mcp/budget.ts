import type { JobData } from '@rotamer/client';

/** Credits that may be spent without a person, for the life of a process. */
export interface Budget {
  /** Credits. */
  limit: number;
  /** The most that each submission may still cost, or what it has cost, in credits by its id. */
  used: ReadonlyMap<string, number>;
}

export function leftOf({ limit, used }: Budget): number {
  return limit - [...used.values()].reduce((sum, credits) => sum + credits, 0);
}

/** The budget with the credits of a submission held; undefined if it has fewer credits left. A free submission always fits. */
export function hold(budget: Budget, id: string, credits: number): Budget | undefined {
  if (credits > 0 && credits > leftOf(budget)) return undefined;
  return { ...budget, used: new Map(budget.used).set(id, credits) };
}

/** The budget after a submission was refused: what was held for it comes back. */
export function release(budget: Budget, id: string): Budget {
  const used = new Map(budget.used);
  used.delete(id);
  return { ...budget, used };
}

/** The budget after a submission became a job, whose id counts from now on. */
export function accepted(budget: Budget, id: string, job: JobData): Budget {
  const { used } = release(budget, id);
  return settled({ ...budget, used: new Map(used).set(job.id, budget.used.get(id) ?? 0) }, [job]);
}

/** The budget once it is known what some of its jobs have cost: what was refunded comes back. */
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
