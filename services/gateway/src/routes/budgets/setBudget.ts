import { setBudget as operation } from '@rotamer/api/operations/budgets/setBudget.ts';
import { readCap } from '@rotamer/http/params/cap.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { isId } from '@rotamer/kit/ids.ts';
import { presentBudget } from '@rotamer/present/presentBudget.ts';
import { BudgetPeriod, BudgetScope } from '@rotamer/proto/billing/v1/billing.ts';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { eitherOr, ownBudget } from '../apiKeys/keyBudget.ts';
import { handler } from '../handler.ts';

type Scope = 'workspace' | 'project' | 'member' | 'key';

/** PUT /budgets: creates or changes the budget of a subject and period. */
export const setBudget = handler(operation, ({ billing, ...subjects }) => async (request, reply) => {
  const { workspaceId, kind, keyId } = request.credential!;
  const { scope, subject_id, period, cap_credits: cap } = request.body;
  const subjectId = subject_id ?? (scope === 'workspace' ? workspaceId : '');
  const call = callScope(request, reply);
  if (!isSubject(scope, subjectId, workspaceId))
    throw validationFault([{ path: 'subject_id', message: EXPECTED[scope] }]);
  const capMillicredits = readCap('cap_credits', cap);
  if (kind === 'key' && scope === 'key' && subjectId === keyId) throw ownBudget();
  await refuseUnknown(scope, subjectId, workspaceId, subjects, call);
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

/** Refuses a subject that does not exist, which is most likely mistyped, and a key that creates keys. */
async function refuseUnknown(
  scope: Scope,
  subjectId: string,
  workspaceId: string,
  { apiKeys, members, projects }: Pick<Deps, 'apiKeys' | 'members' | 'projects'>,
  call: CallScope,
): Promise<void> {
  if (scope === 'project') await projects.get({ projectId: subjectId }, call);
  if (scope === 'member' && !(await members.find(workspaceId, subjectId))) throw unknownSubject('member');
  if (scope !== 'key') return;
  const key = await apiKeys.findByPublicId(workspaceId, subjectId);
  if (!key) throw unknownSubject('key');
  if (key.mayCreateKeys) throw eitherOr();
}

function unknownSubject(what: string): Error {
  return validationFault([{ path: 'subject_id', message: `is no ${what} of this workspace` }]);
}

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
