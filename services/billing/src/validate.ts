import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import { MAX_MILLICREDITS } from '@rotamer/kit/limits.ts';
import { validate as isUuid } from 'uuid';

/** Throws a `validation_error` that names all problems, if there are any. */
export function requireValid(...problems: (Problem | undefined)[]): void {
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw validationFault(found);
}

/** Returns a problem unless the value is a whole number in the range, both ends included. */
export function wholeNumber(path: string, value: number, min: number, max: number): Problem | undefined {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return undefined;
  return { path, message: `must be a whole number from ${min} to ${max}` };
}

/** Returns a problem unless the amount is a whole number of at least one millicredit. */
export function amount(path: string, millicredits: number): Problem | undefined {
  return wholeNumber(path, millicredits, 1, MAX_MILLICREDITS);
}

export function uuid(path: string, value: string): Problem | undefined {
  return isUuid(value) && value === value.toLowerCase() ? undefined : { path, message: 'must be a UUID in lower case' };
}

/**
 * Returns a problem unless the value can be a grant id, which makes a grant repeatable. Printable, so that it can be
 * read in logs and statements.
 */
export function grantIdProblem(value: string): Problem | undefined {
  if (/^[\x21-\x7e]{1,200}$/.test(value)) return undefined;
  return { path: 'grant-id', message: 'must have 1 to 200 visible ASCII characters' };
}
