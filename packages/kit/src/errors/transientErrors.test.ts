import { expect, it } from 'vitest';
import { isOutage, toFault } from './fault.ts';
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

it('a statement that took too long is service_unavailable for its caller, and no outage', () => {
  const fault = toFault(coded('57014'));
  expect(fault).toMatchObject({ code: 'service_unavailable', message: 'The service did not respond in time.' });
  expect([isOutage(coded('57014')), isOutage(fault)]).toEqual([false, false]);
  expect([isOutage(coded('ECONNREFUSED')), isOutage(toFault(coded('57P03')))]).toEqual([true, true]);
});
