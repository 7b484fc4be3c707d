import { validate as isUuid } from 'uuid';
import { type Problem, validationFault } from '../errors/fault.ts';

/** Throws a `validation_error` that names all problems, if there are any. */
export function requireValid(...problems: (Problem | undefined | false)[]): void {
  const found = problems.filter((problem) => problem !== undefined && problem !== false);
  if (found.length > 0) throw validationFault(found);
}

/** Returns a problem unless the value is a whole number in the range, both ends included. */
export function wholeNumber(path: string, value: number, min: number, max: number): Problem | undefined {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return undefined;
  return { path, message: `must be a whole number from ${min} to ${max}` };
}

/** Returns a problem unless the value is a UUID in lower case, as services write them. */
export function uuid(path: string, value: string): Problem | undefined {
  return isUuid(value) && value === value.toLowerCase() ? undefined : { path, message: 'must be a UUID in lower case' };
}
