import { expect, it } from 'vitest';
import { isOutage, toFault } from './fault.ts';
import { isTransientError } from './transientErrors.ts';

const coded = (code: string) => Object.assign(new Error('words'), { code });

it('maps a lost connection and a restarting database to service_unavailable', () => {
  const errors = [coded('ECONNRESET'), coded('57P01'), new Error('Connection terminated unexpectedly')];
  for (const error of errors) {
    expect(toFault(error)).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 2, cause: error });
  }
});

it('maps any other error to an internal error', () => {
  for (const error of [coded('23505'), new TypeError('x is not a function'), 'Connection terminated', undefined]) {
    expect(isTransientError(error)).toBe(false);
    expect(toFault(error).code).toBe('internal_error');
  }
});

it('maps a statement timeout to service_unavailable, but not to an outage', () => {
  const fault = toFault(coded('57014'));
  expect(fault).toMatchObject({ code: 'service_unavailable', message: 'The service did not respond in time.' });
  expect([isOutage(coded('57014')), isOutage(fault)]).toEqual([false, false]);
  expect([isOutage(coded('ECONNREFUSED')), isOutage(toFault(coded('57P03')))]).toEqual([true, true]);
});
