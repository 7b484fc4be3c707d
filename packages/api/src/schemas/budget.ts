import { type Static, Type } from 'typebox';
import { budgetPeriods, budgetScopes, MAX_CAP } from './budgetWords.ts';
import { dateTime, listOf, nullable, oneOf } from './build.ts';

const strict = { additionalProperties: false };

const example = {
  id: 'bud_01kjmma2g0e9dtsezyywpss2bm',
  object: 'budget',
  scope: 'key',
  subject_id: 'a1B2c3D4',
  period: 'day',
  cap_credits: 10,
  spent_credits: 4,
  held_credits: 3,
  left_credits: 3,
  period_start: '2026-03-01T00:00:00.000Z',
  period_end: '2026-03-02T00:00:00.000Z',
} as const;

const scope = oneOf(
  budgetScopes,
  'What it bounds: all work of the workspace, of a project, of a member, or of an API key',
);
const period = oneOf(budgetPeriods, 'Days and months of UTC; total: for ever');

/** A cap on what jobs may cost in a period. */
export const budget = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('budget'),
    scope,
    subject_id: Type.String({
      description: 'Id of the workspace, project or member, or the public id of the key',
    }),
    period,
    cap_credits: Type.Number(),
    spent_credits: Type.Number({ description: 'Charged for jobs that were submitted in the present period' }),
    held_credits: Type.Number({ description: 'Reserved for jobs of the present period that are not charged yet' }),
    left_credits: Type.Number({ description: 'What new jobs may reserve; below 0 after the cap was lowered' }),
    period_start: nullable(
      Type.String({ format: 'date-time', description: 'Start of the present period; null: total' }),
    ),
    period_end: nullable(dateTime()),
  },
  { $id: 'Budget', ...strict, examples: [example] },
);

export type PublicBudget = Static<typeof budget>;

export const budgetList = listOf(budget, 'BudgetList');

/** Body of `PUT /budgets`. */
export const budgetRequest = Type.Object(
  {
    scope,
    subject_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Id of the project or member, or the public id of the key; leave it out for the workspace',
      }),
    ),
    period,
    cap_credits: Type.Number({
      minimum: 0,
      maximum: MAX_CAP,
      description: 'At most three decimals. 0 refuses all jobs that cost credits',
    }),
  },
  {
    $id: 'BudgetRequest',
    ...strict,
    examples: [{ scope: 'key', subject_id: 'a1B2c3D4', period: 'day', cap_credits: 10 }],
  },
);

/** Response of `DELETE /budgets/{budgetId}`. */
export const budgetDeletion = Type.Object(
  { object: Type.Literal('budget_deletion'), id: Type.String(), deleted: Type.Boolean() },
  { $id: 'BudgetDeletion', ...strict, examples: [{ object: 'budget_deletion', id: example.id, deleted: true }] },
);
