import { dependencyUnavailable } from '@rotamer/kit/errors/fault.ts';
import type { Budgets, Jobs } from './deps.ts';

/** Until jobs can cancel many: runs stop launching, and their running jobs come to their own end. */
export const cancelMany: Jobs['cancelMany'] = () =>
  Promise.reject(dependencyUnavailable(new Error('jobs has no CancelMany yet')));

/** Until billing has budgets: a run with a cap is refused, never run without it. */
export const budgets: Budgets = {
  setBudget: () => Promise.reject(dependencyUnavailable(new Error('billing has no budgets yet'))),
};
