import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { budgetList } from '../../schemas/budget.ts';
import { ref } from '../../schemas/build.ts';
import { cursorQuery } from '../../schemas/page.ts';

const query = Type.Object(cursorQuery, { additionalProperties: false });

/** GET /budgets: oldest first. */
export const listBudgets = operation({
  id: 'listBudgets',
  method: 'GET',
  path: '/budgets',
  access: { scope: 'workspace:read', role: 'viewer' },
  tag: 'Budgets',
  summary: 'List budgets with what is spent, oldest first',
  description:
    'Admins see all budgets. Others see those of the workspace and of projects, and their own: as a member, and of their keys.',
  query,
  responses: { 200: { body: ref(budgetList) } },
  errors: [],
  sample: {
    call: 'budgets.list',
    cli: 'budgets list',
    shown: { as: 'budget', fields: ['subject_id', 'left_credits'], isList: true },
  },
});
