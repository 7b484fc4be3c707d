import { describe, expect, it } from 'vitest';
import { launchProblem } from './actor.ts';

describe('a launch', () => {
  it.each([
    ['owner', undefined],
    ['admin', undefined],
    ['member', 'RUN'],
    ['member', 'EDIT'],
  ] as const)('is allowed to a %s with the grant %s', (role, granted) => {
    expect(launchProblem({ role, granted })).toBeUndefined();
  });

  it.each([
    ['viewer', 'EDIT', 'may no longer run'],
    ['member', 'VIEW', 'may no longer run'],
    ['member', undefined, 'may no longer run'],
    [undefined, 'EDIT', 'no longer a member'],
  ] as const)('is refused to a %s with the grant %s', (role, granted, message) => {
    expect(launchProblem({ role, granted })).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining(message),
    });
  });
});
