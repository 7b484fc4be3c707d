import { LABEL_KEY } from '@rotamer/domain/labels.ts';
import { type Fault, MAX_PROBLEMS, type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { ErrorObject } from 'ajv';
import { patternInWords } from '../schemas/idPatterns.ts';
import { pathText } from './pathText.ts';

/**
 * Returns Ajv's errors as a fault that lists the first of them. Unknown and missing fields are named by their own path. Unknown
 * fields come first, because `input.sequence` is more helpful to the sender than a missing `input.inputs`.
 */
export function schemaFault(errors: ErrorObject[], data: unknown): Fault {
  // `if` only repeats that one of its branches failed.
  const told = errors.filter((error) => error.keyword !== 'if');
  const [unknown, others] = [true, false].map((isUnknown) =>
    told.filter((error) => (error.keyword === 'additionalProperties') === isUnknown),
  );
  const first = [...unknown!, ...others!].slice(0, MAX_PROBLEMS);
  return validationFault(
    first.map((error) => toProblem(error, data)),
    told.length,
  );
}

/** The values that distinguish variants of a body, by the field that contains them. */
const discriminated: Record<string, string> = {
  type: 'text, file or external',
  method: 'text, files or inputs',
};

function toProblem({ keyword, instancePath, params, message }: ErrorObject, data: unknown): Problem {
  const keys = keysOf(instancePath, data);
  switch (keyword) {
    case 'required':
      return { path: pathText([...keys, params.missingProperty]), message: 'is required' };
    case 'additionalProperties':
      return { path: pathText([...keys, params.additionalProperty]), message: unknownField(keys) };
    case 'discriminator':
      return { path: pathText([...keys, params.tag]), message: `must be ${discriminated[params.tag]}` };
    case 'enum':
      return { path: pathText(keys), message: `must be one of ${params.allowedValues.join(', ')}` };
    default:
      return { path: pathText(keys), message: inWords(keyword, params) ?? message ?? 'is not valid' };
  }
}

/** Labels have any fields whose names are keys of labels. */
function unknownField(keys: (string | number)[]): string {
  return keys.at(-1) === 'labels' ? patternInWords(LABEL_KEY)! : 'is not a known field';
}

/** Returns plainer words than Ajv's message, for some keywords. */
function inWords(keyword: string, params: Record<string, unknown>): string | undefined {
  if (keyword === 'pattern') return patternInWords(String(params.pattern));
  if (keyword === 'maxItems') return `must have at most ${params.limit} items`;
  if (params.limit !== 1) return undefined;
  if (keyword === 'minItems') return 'must have at least one item';
  if (keyword === 'minProperties') return 'must have at least one field';
  return keyword === 'minLength' ? 'must not be empty' : undefined;
}

/** Returns the keys of a JSON pointer (RFC 6901). A number is an index only in an array. */
function keysOf(pointer: string, data: unknown): (string | number)[] {
  const keys: (string | number)[] = [];
  let value = data;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    keys.push(Array.isArray(value) ? Number(key) : key);
    value = (value as Record<string, unknown> | undefined)?.[key];
  }
  return keys;
}
