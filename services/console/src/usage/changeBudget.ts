import type { BudgetRequest } from '@rotamer/client';
import type { FastifyInstance } from 'fastify';
import { creditsIn } from '../site/creditsIn.ts';
import { postForm } from '../site/postForm.ts';
import type { VisitOf } from '../site/visit.ts';

/** POST …/usage/set-budget and …/usage/remove-budget. */
export function changeBudget(app: FastifyInstance, visit: VisitOf): void {
  postForm(app, visit, 'usage/set-budget', async ({ api, field }) => {
    const [scope = '', id] = field('subject').split(':', 2);
    await api.budgets.set({
      scope: scope as BudgetRequest['scope'],
      ...(id !== undefined && { subject_id: id }),
      period: field('period') as BudgetRequest['period'],
      cap_credits: creditsIn(field('cap'), 'A budget'),
    });
    return 'usage';
  });
  postForm(app, visit, 'usage/remove-budget', async ({ api, field }) => {
    await api.budgets.delete(field('id'));
    return 'usage';
  });
}
