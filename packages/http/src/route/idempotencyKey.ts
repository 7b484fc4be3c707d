import type { IncomingHttpHeaders } from 'node:http';
import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';

export const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

const NAMES = ['Idempotency-Key', 'X-Idempotency-Key'] as const;

/** Returns the idempotency key of a request: 1 to 255 visible ASCII characters, in either header. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const given = NAMES.map((name) => ({ name, value: headers[name.toLowerCase()] as string | undefined }));
  const problems: Problem[] = given
    .filter(({ value }) => value !== undefined && !VISIBLE_ASCII.test(value))
    .map(({ name }) => ({ path: name, message: 'must be 1 to 255 visible ASCII characters' }));
  const [one, other] = given.map(({ value }) => value);
  if (problems.length === 0 && one !== undefined && other !== undefined && one !== other) {
    problems.push({ path: 'X-Idempotency-Key', message: 'differs from Idempotency-Key; send only one of them' });
  }
  if (problems.length > 0) throw validationFault(problems);
  return one ?? other;
}
