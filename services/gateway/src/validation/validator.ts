import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import { Ajv2020, type Options, type SchemaObject } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';
import { inspectJson } from './jsonLimits.ts';
import { toProblems } from './problems.ts';

/** Bodies with more values than this are told their first problem only: listing all would block everyone else. */
const MAX_VALUES_FOR_ALL = 5_000;

const options: Options = {
  discriminator: true,
  removeAdditional: false,
  strictTypes: false,
  strictRequired: false,
  validateFormats: false,
};

/**
 * Validates requests by the schemas of their routes, which may refer to the `shared` ones. All problems are told at once; unknown properties are refused,
 * never dropped; texts become numbers and booleans in the query string only.
 */
export function createValidator(shared: SchemaObject[]): FastifySchemaCompiler<SchemaObject> {
  const firstOfBody = new Ajv2020(options).addSchema(shared);
  const allOfBody = new Ajv2020({ ...options, allErrors: true }).addSchema(shared);
  const inUrl = new Ajv2020({ ...options, allErrors: true, coerceTypes: true });

  return ({ schema, httpPart }) => {
    if (httpPart !== 'body') {
      const validate = inUrl.compile(schema);
      return (data) => validate(data) || refuse(toProblems(validate.errors ?? [], data));
    }
    const first = firstOfBody.compile(schema);
    const all = allOfBody.compile(schema);
    return (data) => {
      const { values, problems } = inspectJson(data);
      if (problems.length > 0) return refuse(problems);
      if (first(data)) return true;
      const validate = values > MAX_VALUES_FOR_ALL ? first : all;
      validate(data);
      return refuse(toProblems(validate.errors ?? [], data));
    };
  };
}

function refuse(problems: Problem[]) {
  return { error: validationFault(problems) };
}
