import { Ajv2020, type Options, type SchemaObject } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';
import { schemaFault } from './problems.ts';

/** For bodies with more values than this only the first problem is reported: finding all would block the event loop. */
const MAX_VALUES_FOR_ALL = 2_000;

const options: Options = {
  discriminator: true,
  removeAdditional: false,
  strictTypes: false,
  strictRequired: false,
  validateFormats: false,
};

/**
 * Validates requests by the schemas of their routes, which may refer to the `shared` ones. All problems are reported together;
 * unknown properties are refused, never dropped; strings are coerced to numbers and booleans in the query string only.
 */
export function createValidator(shared: SchemaObject[]): FastifySchemaCompiler<SchemaObject> {
  const firstOfBody = new Ajv2020(options).addSchema(shared);
  const allOfBody = new Ajv2020({ ...options, allErrors: true }).addSchema(shared);
  const inUrl = new Ajv2020({ ...options, allErrors: true, coerceTypes: true });

  return ({ schema, httpPart }) => {
    if (httpPart !== 'body') {
      const validate = inUrl.compile(schema);
      return (data) => validate(data) || { error: schemaFault(validate.errors ?? [], data) };
    }
    const first = firstOfBody.compile(schema);
    const all = allOfBody.compile(schema);
    return (data) => {
      if (first(data)) return true;
      const validate = hasMoreValues(data, MAX_VALUES_FOR_ALL) ? first : all;
      validate(data);
      return { error: schemaFault(validate.errors ?? [], data) };
    };
  };
}

/** Visits at most `most` values. */
function hasMoreValues(data: unknown, most: number): boolean {
  let values = 1;
  const stack = [data];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    const children = Object.values(value);
    values += children.length;
    if (values > most) return true;
    stack.push(...children);
  }
  return false;
}
