import { type Static, Type } from 'typebox';

const strict = { additionalProperties: false };

/** The unit in which a workspace shows amounts to people. */
export const displayUnit = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 20, pattern: '^\\S(.*\\S)?$', examples: ['€'] }),
    rate: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, description: 'How many of it one credit is' }),
  },
  { ...strict, description: 'For display only: amounts of the API are in credits. null: credits' },
);

export type DisplayUnitBody = Static<typeof displayUnit>;

/** An amount in the unit of the workspace. */
export const displayAmount = Type.Object(
  { amount: Type.Number(), unit: Type.String() },
  {
    ...strict,
    description: 'The credits in the unit of the workspace, rounded to six decimals; null without such a unit',
  },
);
