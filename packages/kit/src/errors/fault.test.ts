import { Status } from 'nice-grpc-common';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorTable } from './errorTable.ts';
import { Fault, notFound, toFault, validationFault } from './fault.ts';

describe('the error table', () => {
  it('gives every code an HTTP status, a gRPC error status, and a resolution', () => {
    for (const [code, { http, grpc, resolution }] of Object.entries(errorTable)) {
      expect(http, code).toBeGreaterThanOrEqual(400);
      expect(http, code).toBeLessThan(600);
      expect(grpc, code).not.toBe(Status.OK);
      expect(resolution, code).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('maps only service_unavailable to UNAVAILABLE, so that no other code is retried', () => {
    const retried = Object.entries(errorTable).filter(([, { grpc }]) => grpc === Status.UNAVAILABLE);
    expect(retried.map(([code]) => code)).toEqual(['service_unavailable']);
  });
});

describe('a fault', () => {
  it('has the resolution of the table unless it is given another', () => {
    for (const code of Object.keys(errorTable) as ErrorCode[]) {
      expect(new Fault(code, 'No.').resolution).toBe(errorTable[code].resolution);
      expect(new Fault(code, 'No.', { resolution: 'Ask again.' }).resolution).toBe('Ask again.');
    }
  });

  it('is returned unchanged by toFault', () => {
    const fault = new Fault('conflict', 'Already so.');
    expect(toFault(fault)).toBe(fault);
  });

  it('hides any other error behind a fixed text, and keeps it as the cause', () => {
    const secret = new Error('password of the database');
    for (const thrown of [secret, 'a text', undefined, { message: 'looks like one', code: 'conflict' }]) {
      const fault = toFault(thrown);
      expect(fault).toMatchObject({ code: 'internal_error', message: 'An internal error occurred.' });
      expect(fault.cause).toBe(thrown);
    }
  });
});

describe('validationFault', () => {
  it('names the first path and reports the problems', () => {
    const problems = ['a', 'b', 'c'].map((path) => ({ path, message: 'is wrong' }));
    const fault = validationFault(problems);
    expect(fault.message).toBe('a: is wrong (and 2 more)');
    expect(fault.details).toEqual({ errors: problems });
    expect(validationFault(problems.slice(0, 1)).message).toBe('a: is wrong');
  });

  it('includes the first 20 problems, and the number of the others', () => {
    const problems = Array.from({ length: 30 }, (_, i) => ({ path: `a[${i}]`, message: 'is wrong' }));
    const fault = validationFault(problems);
    expect(fault.message).toBe('a[0]: is wrong (and 29 more)');
    expect(fault.details).toEqual({ errors: problems.slice(0, 20), more: 10 });
    expect(validationFault(problems.slice(0, 20)).details).not.toHaveProperty('more');
    expect(validationFault(problems.slice(0, 2), 1_000)).toMatchObject({
      message: 'a[0]: is wrong (and 999 more)',
      details: { more: 998 },
    });
  });

  it('throws without a problem', () => {
    expect(() => validationFault([])).toThrow('at least one problem');
  });
});

it('does not repeat an unknown id in its message', () => {
  expect(notFound('job')).toMatchObject({ code: 'not_found', message: 'No such job.', details: undefined });
});
