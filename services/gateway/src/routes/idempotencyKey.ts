import type { IncomingHttpHeaders } from 'node:http';
import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import { Type } from 'typebox';

export const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

const NAMES = ['Idempotency-Key', 'X-Idempotency-Key'] as const;

const header = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$', description }));

/** The headers as documented; `readIdempotencyKey` validates them, to report problems with both at once. */
export const idempotencyHeaders = (made: string) =>
  Type.Object({
    'Idempotency-Key': header(
      `Repeating a request with the same key and body creates only one ${made}; keys are kept for 7 days`,
    ),
    'X-Idempotency-Key': header('Alias of `Idempotency-Key`'),
  });

/** The idempotency key of a request: 1 to 255 visible ASCII characters, under either name. */
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
