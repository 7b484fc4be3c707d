import { expect, it } from 'vitest';
import { toFault } from './fault.ts';
import { isTransientError } from './transientErrors.ts';

const coded = (code: string) => Object.assign(new Error('words'), { code });

it('a lost connection and a restarting database are service_unavailable', () => {
  const errors = [coded('ECONNRESET'), coded('57P01'), new Error('Connection terminated unexpectedly')];
  for (const error of errors) {
    expect(toFault(error)).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 2, cause: error });
  }
});

it('anything else is an internal error', () => {
  for (const error of [coded('23505'), new TypeError('x is not a function'), 'Connection terminated', undefined]) {
    expect(isTransientError(error)).toBe(false);
    expect(toFault(error).code).toBe('internal_error');
  }
});
