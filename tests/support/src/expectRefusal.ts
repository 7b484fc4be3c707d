import { expect } from 'vitest';
import type { Answer } from './client.ts';
import type { ErrorBody, ErrorDetails } from './resources.ts';

/** Expects the error envelope with this status and code, and with texts for people. Returns its details. */
export function expectRefusal(answer: Answer<unknown>, status: number, code: string): ErrorDetails {
  const { error } = answer.body as ErrorBody;
  expect({ status: answer.status, code: error?.code }).toEqual({ status, code });
  expect(error.message).not.toBe('');
  expect(error.resolution).toMatch(/^\w.{5,}\.$/);
  return error.details ?? {};
}

/** Expects a validation error whose message begins with the offending path. */
export function expectProblem(answer: Answer<unknown>, path: string, message?: string | RegExp): void {
  const { errors } = expectRefusal(answer, 400, 'validation_error');
  const problem = errors?.find((one) => one.path === path);
  expect(errors?.map((one) => one.path)).toContain(path);
  expect((answer.body as ErrorBody).error.message).toContain(`${errors![0]!.path}: `);
  if (message !== undefined) expect(problem!.message).toMatch(message);
}
