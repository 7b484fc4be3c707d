import { MAX_MILLICREDITS } from '@rotamer/domain/limits.ts';
import type { Problem } from '@rotamer/kit/errors/fault.ts';
import { wholeNumber } from '@rotamer/kit/grpc/validate.ts';

/** Returns a problem unless the amount is a whole number of at least one millicredit. */
export function amount(path: string, millicredits: number): Problem | undefined {
  return wholeNumber(path, millicredits, 1, MAX_MILLICREDITS);
}

/**
 * Returns a problem unless the value can be a grant id, which makes a grant repeatable. Printable, so that it can be
 * read in logs and statements.
 */
export function grantIdProblem(value: string): Problem | undefined {
  if (/^[\x21-\x7e]{1,200}$/.test(value)) return undefined;
  return { path: 'grant-id', message: 'must have 1 to 200 visible ASCII characters' };
}
