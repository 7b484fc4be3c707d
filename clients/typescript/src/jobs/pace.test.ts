import { expect, it } from 'vitest';
import { batchPollDelay } from './pace.ts';

const first = { at: 0, done: 0, left: 200 };

it.each([
  ['at its start', 1, { at: 0, done: 0, left: 200 }, 200],
  ['while it is validated', 4, { at: 1_000, done: 0, left: 0 }, 500],
  ['without progress', 20, { at: 60_000, done: 0, left: 200 }, 5_000],
  ['far from its end', 20, { at: 60_000, done: 20, left: 180 }, 5_000],
  ['near its end', 8, { at: 6_000, done: 150, left: 50 }, 1_000],
  ['at its end', 9, { at: 8_000, done: 199, left: 1 }, 200],
])('reads a batch %s again after a time that fits its pace', (_when, polls, last, ms) => {
  expect(batchPollDelay(polls, first, last)).toBe(ms);
});
