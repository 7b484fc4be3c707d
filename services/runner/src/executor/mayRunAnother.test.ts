import { expect, it } from 'vitest';
import { mayRunAnother, waitMsOf } from './mayRunAnother.ts';

const little = { jobs: 1, processorMs: 10, saidBytes: 10 };

it.each([
  ['little', little, true],
  ['99 jobs', { ...little, jobs: 99 }, true],
  ['100 jobs', { ...little, jobs: 100 }, false],
  ['59 s of processor time', { ...little, processorMs: 59_000 }, true],
  ['60 s of processor time', { ...little, processorMs: 60_000 }, false],
  ['much talk', { ...little, saidBytes: 64 * 1024 }, false],
])('a process that has done %s', (_what, service, may) => {
  expect(mayRunAnother(service)).toBe(may);
});

it.each([
  [80, 1_000],
  [4_300, 4_300],
  [600_000, 10_000],
])('a process whose first job took %i ms of processor time waits %i ms', (firstJobMs, waitMs) => {
  expect(waitMsOf(firstJobMs)).toBe(waitMs);
});
