import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';

/** The types of a metric. */
export const scalar = Type.Union([Type.Number(), Type.String({ maxLength: 500 }), Type.Boolean()]);
export type Scalar = Static<typeof scalar>;

const scalars = Type.Array(scalar, { maxItems: limits.values });
const word = Type.String({ minLength: 1, maxLength: 500 });
const words = Type.Union([word, Type.Array(word, { minItems: 1, maxItems: limits.values })]);

/** Conditions on one field, all of which must hold. Each condition is false for an item without the field. */
export const condition = Type.Partial(
  Type.Object({
    eq: scalar,
    ne: scalar,
    lt: scalar,
    lte: scalar,
    gt: scalar,
    gte: scalar,
    in: scalars,
    not_in: scalars,
    /** Texts: contains one of these words. */
    contains: words,
    /** Texts: contains none of these words. */
    not_contains: words,
  }),
  { additionalProperties: false, minProperties: 1 },
);
export type Condition = Static<typeof condition>;

const field = { minLength: 1, maxLength: 128 };

/** `{field: {op: value}}`: an item passes if all operators of all fields match. */
export const filters = Type.Record(Type.String(field), condition, { maxProperties: limits.fields });
export type Filters = Static<typeof filters>;

export const sortField = Type.Object(
  {
    field: Type.String(field),
    direction: Type.Optional(Type.Enum(['asc', 'desc'])),
  },
  { additionalProperties: false },
);

/** Sort fields, applied in order. The default direction is `asc`. Empty: the order of arrival. */
export const sort = Type.Array(sortField, { maxItems: limits.fields });
export type Sort = Static<typeof sort>;
