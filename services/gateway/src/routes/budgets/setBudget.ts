import { setBudget as operation } from '@rotamer/api/operations/budgets/setBudget.ts';
import { toMillicredits } from '@rotamer/domain/credits.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';
import { BudgetPeriod, BudgetScope } from '@rotamer/proto/billing/v1/billing.ts';
import { presentBudget } from '../../present/presentBudget.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

type Scope = 'workspace' | 'project' | 'member' | 'key';

/** PUT /budgets: creates or changes the budget of a subject and period. */
export const setBudget = handler(operation, ({ billing, projects }) => async (request, reply) => {
  const { workspaceId } = request.credential!;
  const { scope, subject_id, period, cap_credits: cap } = request.body;
  const subjectId = subject_id ?? (scope === 'workspace' ? workspaceId : '');
  const call = callScope(request, reply);
  if (!isSubject(scope, subjectId, workspaceId))
    throw validationFault([{ path: 'subject_id', message: EXPECTED[scope] }]);
  const capMillicredits = toMillicredits(cap);
  if (Math.abs(capMillicredits - cap * 1000) > 1e-6 * Math.max(1, cap))
    throw validationFault([{ path: 'cap_credits', message: 'must have at most three decimals' }]);
  if (scope === 'project') await projects.get({ projectId: subjectId }, call);
  const budget = await billing.setSpendingBudget(
    {
      workspaceId,
      scope: BudgetScope[scope.toUpperCase() as Uppercase<Scope>],
      subjectId,
      period: BudgetPeriod[period.toUpperCase() as Uppercase<typeof period>],
      capMillicredits,
    },
    call,
  );
  return presentBudget(budget);
});

const EXPECTED = {
  workspace: 'must be left out, or be the id of the workspace',
  project: 'must be the id of a project',
  member: 'must be the id of a member, as GET /members shows it',
  key: 'must be the public id of a key: the eight characters after rot_live_',
};

function isSubject(scope: Scope, subjectId: string, workspaceId: string): boolean {
  switch (scope) {
    case 'workspace':
      return subjectId === workspaceId;
    case 'project':
      return isId('proj', subjectId);
    case 'member':
      return isId('usr', subjectId);
    case 'key':
      return /^[0-9A-Za-z]{8}$/.test(subjectId);
  }
}
