import { expect, it } from 'vitest';
import { retryDelaySeconds } from './sendMails.ts';

it('waits a minute to send a mail again, then longer, never more than an hour', () => {
  expect([0, 1, 2, 5, 6, 60].map(retryDelaySeconds)).toEqual([60, 120, 240, 1_920, 3_600, 3_600]);
});
