import type { JsonSchema, OpenApi } from './contract.ts';

/** A body that its schema rejects, and the path that the error must name. */
export interface BadBody {
  why: string;
  path: string;
  body: unknown;
}

type Keys = (string | number)[];

/**
 * Returns every single mutation that invalidates a good body, derived from its schema. At every level these are a wrong
 * type, an unknown field, a missing field, and values just out of bounds. Optional fields that the good body lacks are
 * tried too.
 */
export function badBodies({ components }: OpenApi, schemaName: string, good: unknown): BadBody[] {
  const resolve = (schema: JsonSchema): JsonSchema =>
    schema.$ref ? resolve(components.schemas[schema.$ref.split('/').at(-1)!]!) : schema;

  function spoil(reference: JsonSchema, base: unknown, keys: Keys): BadBody[] {
    const schema = resolve(reference);
    const path = pathOf(keys);
    const values = wrongValues(schema).map(([why, value]) => ({ why, path, body: withValue(base, keys, value) }));
    if (schema.oneOf) {
      const variants = schema.oneOf.map((variant) => ({ variant, base: withValue(base, keys, sampleOf(variant)) }));
      return [...values, ...variants.flatMap((one) => spoilFields(resolve(one.variant), one.base, keys))];
    }
    return [...values, ...spoilFields(schema, base, keys)];
  }

  function spoilFields(schema: JsonSchema, base: unknown, keys: Keys): BadBody[] {
    const spoiled: BadBody[] = [];
    const add = (why: string, at: Keys, value: unknown) =>
      spoiled.push({ why, path: pathOf(at), body: withValue(base, at, value) });
    if (schema.additionalProperties === false) add('an unknown field', [...keys, 'nonsense'], 1);
    for (const name of schema.required ?? []) add('a missing field', [...keys, name], undefined);
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const at = [...keys, name];
      spoiled.push(...spoil(field, withSample(base, at, field), at));
    }
    if (schema.items) {
      const at = [...keys, 0];
      spoiled.push(...spoil(schema.items, withSample(base, at, schema.items), at));
    }
    return spoiled;
  }

  /** Returns a copy of the body with a valid value in a place that has none. */
  function withSample(base: unknown, keys: Keys, schema: JsonSchema): unknown {
    return valueAt(base, keys) === undefined ? withValue(base, keys, sampleOf(schema)) : base;
  }

  function sampleOf(reference: JsonSchema): unknown {
    const schema = resolve(reference);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    switch ([schema.type].flat()[0]) {
      case 'string':
        return 'x';
      case 'integer':
      case 'number':
        return schema.minimum ?? 1;
      case 'boolean':
        return false;
      case 'array':
        return [];
      default:
        return Object.fromEntries((schema.required ?? []).map((name) => [name, sampleOf(schema.properties![name]!)]));
    }
  }

  return spoilFields(resolve({ $ref: schemaName }), good, []);
}

/** Returns values that a schema rejects, each with the reason. */
function wrongValues(schema: JsonSchema): [string, unknown][] {
  const types = [schema.type ?? (schema.oneOf ? 'object' : [])].flat();
  if (types.length === 0) return [];
  const { minimum, maximum, minLength, maxLength } = schema;
  const values: [string, unknown][] = [['a wrong type', types.includes('string') ? 42 : 'nonsense']];
  if (schema.enum || schema.const !== undefined) values.push(['an unknown word', 'nonsense']);
  if (!types.includes('null')) values.push(['null', null]);
  if (types.includes('integer')) values.push(['a fraction', 1.5]);
  if (minimum !== undefined) values.push(['too small a number', minimum - 1]);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) values.push(['too large a number', maximum + 1]);
  if (minLength) values.push(['an empty text', '']);
  if (maxLength) values.push(['too long a text', 'x'.repeat(maxLength + 1)]);
  return values;
}

/** Returns a path as in error messages: `input.inputs[0].slotId`. */
function pathOf(keys: Keys): string {
  return keys.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');
}

function valueAt(base: unknown, keys: Keys): unknown {
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], base);
}

/** Returns a copy with another value in one place. An undefined value removes the field. */
function withValue(base: unknown, keys: Keys, value: unknown): unknown {
  if (keys.length === 0) return value;
  const copy = structuredClone(base);
  const parent = valueAt(copy, keys.slice(0, -1)) as Record<string | number, unknown>;
  const last = keys.at(-1)!;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}
