import { expect, it } from 'vitest';
import { createRetryThrottle } from './retryThrottle.ts';

it('a throttle ends repetitions after some failures, and allows them again after enough answers', () => {
  const throttle = createRetryThrottle();
  for (let n = 0; n < 4; n++) throttle.failed();
  expect(throttle.mayRetry()).toBe(true);
  for (let n = 0; n < 100; n++) throttle.failed();
  expect(throttle.mayRetry()).toBe(false);
  for (let n = 0; n < 49; n++) throttle.answered();
  expect(throttle.mayRetry()).toBe(false);
  for (let n = 0; n < 3; n++) throttle.answered();
  expect(throttle.mayRetry()).toBe(true);
});
