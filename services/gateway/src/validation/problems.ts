import type { Problem } from '@rotamer/kit/errors/fault.ts';
import type { ErrorObject } from 'ajv';
import { pathText } from './pathText.ts';

/** Enough to correct a request by; a hostile body does not get a longer answer. */
const MAX_PROBLEMS = 100;

/**
 * Ajv's errors as problems: the path of an unknown field is the field's own, that of a missing one is where it belongs.
 * Unknown fields come first: who writes `input.sequence` is helped by that name, not by `input.inputs` that is missing.
 */
export function toProblems(errors: ErrorObject[], data: unknown): Problem[] {
  // `if` only says that one of its branches failed, which says so itself.
  const told = errors.filter((error) => error.keyword !== 'if');
  const [unknown, others] = [true, false].map((isUnknown) =>
    told.filter((error) => (error.keyword === 'additionalProperties') === isUnknown),
  );
  return [...unknown!, ...others!].slice(0, MAX_PROBLEMS).map((error) => toProblem(error, data));
}

function toProblem({ keyword, instancePath, params, message }: ErrorObject, data: unknown): Problem {
  const keys = keysOf(instancePath, data);
  switch (keyword) {
    case 'required':
      return { path: pathText([...keys, params.missingProperty]), message: 'is required' };
    case 'additionalProperties':
      return { path: pathText([...keys, params.additionalProperty]), message: 'is not a known field' };
    case 'discriminator':
      return { path: pathText([...keys, params.tag]), message: 'must be text, file or external' };
    case 'enum':
      return { path: pathText(keys), message: `must be one of ${params.allowedValues.join(', ')}` };
    default:
      return { path: pathText(keys), message: message ?? 'is not valid' };
  }
}

/** The keys of a JSON pointer (RFC 6901); only in an array is a number an index. */
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
