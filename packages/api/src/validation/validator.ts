import { Ajv2020, type Options, type SchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { schemaFault } from './problems.ts';

/** For bodies with more values than this, only the first problem is reported. Finding all would block the event loop. */
const MAX_VALUES_FOR_ALL = 2_000;

const options: Options = {
  discriminator: true,
  removeAdditional: false,
  strictTypes: false,
  strictRequired: false,
  validateFormats: false,
  // contract.test.ts proves that our schemas are valid. Checking them took 0.2 s of every start.
  validateSchema: false,
};

/** Makes the check of one part of a request, as Fastify requests it. The check returns true, or the error to respond with. */
type Compiler = (part: { schema: SchemaObject; httpPart?: string }) => (data: unknown) => true | { error: Error };

/**
 * Validates requests by the schemas of their routes, which may refer to the `shared` schemas. All problems are reported together.
 * Unknown properties are refused, never dropped. Strings are coerced to numbers and booleans only in the query string.
 */
export function createValidator(shared: readonly SchemaObject[]): Compiler {
  const firstOfBody = new Ajv2020(options).addSchema([...shared]);
  const allOfBody = new Ajv2020({ ...options, allErrors: true }).addSchema([...shared]);
  const inUrl = new Ajv2020({ ...options, allErrors: true, coerceTypes: true });

  return ({ schema, httpPart }) => {
    if (httpPart !== 'body') {
      const validator = whenUsed(inUrl, schema);
      return (data) => {
        const validate = validator();
        return validate(data) || { error: schemaFault(validate.errors ?? [], data) };
      };
    }
    const first = whenUsed(firstOfBody, schema);
    const all = whenUsed(allOfBody, schema);
    return (data) => {
      if (first()(data)) return true;
      const validate = hasMoreValues(data, MAX_VALUES_FOR_ALL) ? first() : all();
      validate(data);
      return { error: schemaFault(validate.errors ?? [], data) };
    };
  };
}

/** Compiles a schema when its route is first used. Most schemas never are, and compiling all took 0.3 s of the start. */
function whenUsed(ajv: Ajv2020, schema: SchemaObject): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => {
    validate ??= ajv.compile(schema);
    return validate;
  };
}

/** Returns whether a value contains more than `most` values. Visits at most that many. */
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
