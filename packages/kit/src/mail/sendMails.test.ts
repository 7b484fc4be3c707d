import { expect, it } from 'vitest';
import { retryDelaySeconds } from './sendMails.ts';

it('retries a mail after a minute, then after longer delays of at most an hour', () => {
  expect([0, 1, 2, 5, 6, 60].map(retryDelaySeconds)).toEqual([60, 120, 240, 1_920, 3_600, 3_600]);
});
