import { Ajv } from 'ajv';
import type { SettingSchema } from './description.ts';
import type { Path, PathProblem } from './fileProblem.ts';

/** One instance for all calls: making one takes longer than the validation. */
const ajv = new Ajv({ strict: true });

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const SCALARS = ['string', 'number', 'integer', 'boolean'];

/**
 * Returns the problems of the settings of a description. Settings become arguments, so each must be a value or a list
 * of values, and have a default.
 */
export function settingsProblems(settings: Record<string, SettingSchema>): PathProblem[] {
  return Object.entries(settings).flatMap(([name, schema]): PathProblem[] => {
    const path = ['settings', name];
    if (!NAME.test(name)) return [{ path, message: 'must be named in lower case, such as max_hits' }];
    const { type, items, maxItems, default: value } = schema;
    if (type === 'array') {
      if (!SCALARS.includes(items?.type ?? '') || items?.type === 'boolean')
        return [{ path: [...path, 'items'], message: 'must have the type string, number or integer' }];
      if (maxItems === undefined) return [{ path: [...path, 'maxItems'], message: 'is missing' }];
    } else if (!SCALARS.includes(type ?? ''))
      return [{ path: [...path, 'type'], message: 'must be string, number, integer, boolean or array' }];
    if (value === undefined) return [{ path: [...path, 'default'], message: 'is missing' }];
    return schemaProblems(schema, path, () => defaultProblems(schema, path));
  });
}

/**
 * Returns the problems of a JSON Schema. `then` is called only for a valid schema. An invalid one would fail every job.
 */
export function schemaProblems(schema: object, path: Path, then: () => PathProblem[] = () => []): PathProblem[] {
  try {
    ajv.compile(schema);
    return then();
  } catch (error) {
    return [{ path, message: `is not a JSON Schema: ${(error as Error).message}` }];
  } finally {
    ajv.removeSchema(schema);
  }
}

function defaultProblems(schema: SettingSchema, path: Path): PathProblem[] {
  if (ajv.validate(schema, schema.default)) return [];
  return [{ path: [...path, 'default'], message: `does not fit: ${ajv.errorsText(ajv.errors, { dataVar: 'it' })}` }];
}
