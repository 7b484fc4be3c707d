import { type Static, type TSchema, Type } from 'typebox';
import { dateTime, nullable, oneOf } from './build.ts';
import { displayAmount } from './unit.ts';

const strict = { additionalProperties: false };

export const usageGroups = ['tool', 'project', 'member', 'key', 'day'] as const;

export type UsageGroupName = (typeof usageGroups)[number];

const named = <More extends Record<string, TSchema>>(what: string, more: More) =>
  Type.Optional(
    nullable(
      Type.Object(
        { id: Type.String(), ...more },
        { ...strict, description: `${what}; null for charges that have none, or from before billing recorded it` },
      ),
    ),
  );

const amounts = {
  credits: Type.Number({ description: 'Credits charged' }),
  charges: Type.Integer({ minimum: 0, description: 'How many holds of jobs were charged' }),
  display: nullable(displayAmount),
};

/** What was charged to one group. */
const usageRow = Type.Object(
  {
    tool: Type.Optional(nullable(Type.String())),
    project: named('The project of the submission, also a deleted one', {
      name: nullable(Type.String()),
      deleted: Type.Boolean(),
    }),
    member: named('The user, also a former member', { email: nullable(Type.String()) }),
    key: named('The key or session, by its public id', {
      name: nullable(Type.String({ description: 'Of a key, also of a revoked one; null for a session' })),
    }),
    day: Type.Optional(Type.String({ format: 'date', description: 'In UTC' })),
    ...amounts,
  },
  { ...strict, description: 'The fields by which it is grouped, and their sums' },
);

/** What was charged in a range of time. */
export const usage = Type.Object(
  {
    object: Type.Literal('usage'),
    from: dateTime(),
    to: dateTime(),
    group_by: Type.Array(oneOf(usageGroups)),
    scope: oneOf(['workspace', 'own'], 'own: members below admin see only their own charges'),
    total: Type.Object(amounts, strict),
    data: Type.Array(usageRow, { description: 'Largest sums first' }),
  },
  {
    $id: 'Usage',
    ...strict,
    examples: [
      {
        object: 'usage',
        from: '2026-03-01T00:00:00.000Z',
        to: '2026-04-01T00:00:00.000Z',
        group_by: ['tool'],
        scope: 'workspace',
        total: { credits: 12.5, charges: 5, display: { amount: 1.25, unit: '€' } },
        data: [{ tool: 'protein-properties', credits: 12.5, charges: 5, display: { amount: 1.25, unit: '€' } }],
      },
    ],
  },
);

export type PublicUsage = Static<typeof usage>;
