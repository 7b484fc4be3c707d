import { type Static, type TSchema, Type } from 'typebox';

/** Where a reference keeps its target schema. Validators and JSON ignore symbols. */
const TARGET = Symbol('target');

/** Returns a reference to a schema that has a name in the OpenAPI document. */
export function ref<T extends TSchema>(schema: T) {
  const { $id } = schema as { $id?: string };
  if (!$id) throw new Error('only a schema with an $id can be referenced');
  return Type.Unsafe<Static<T>>({ $ref: `${$id}#`, [TARGET]: schema });
}

/** Returns the schema to which a reference refers; undefined for any other schema. */
export function targetOf(reference: object): TSchema | undefined {
  return (reference as { [TARGET]?: TSchema })[TARGET];
}

/** Returns a schema that also allows null. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: words } = schema as { type?: string; enum?: readonly unknown[] };
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'], ...(words && { enum: [...words, null] }) });
}

/** A string enum. */
export function oneOf<const T extends string>(words: readonly T[], description?: string) {
  return Type.Unsafe<T>({ type: 'string', enum: words, ...(description && { description }) });
}

/** A time in ISO 8601, UTC, with milliseconds. */
export const dateTime = () => Type.String({ format: 'date-time' });

/** The envelope of a list. */
export function listOf<T extends TSchema>(item: T, $id: string) {
  return Type.Object(
    {
      object: Type.Literal('list'),
      data: Type.Array(ref(item)),
      has_more: Type.Boolean(),
      next_cursor: nullable(Type.String({ description: 'Pass as `starting_after` to get the next page' })),
    },
    { $id, additionalProperties: false },
  );
}
