import { expect, it } from 'vitest';
import { mayRunAnother } from './mayRunAnother.ts';

const limits = { wallSeconds: 60, memoryMiB: 512, cpuCores: 2, outputMiB: 64 };
const little = { jobs: 1, busyMs: 10, saidBytes: 10 };

it.each([
  ['little', little, true],
  ['99 jobs', { ...little, jobs: 99 }, true],
  ['100 jobs', { ...little, jobs: 100 }, false],
  ['what two processors do in 2.5 s', { ...little, busyMs: 2_500 }, false],
  ['much talk', { ...little, saidBytes: 64 * 1024 }, false],
])('a process that has done %s', (_what, service, may) => {
  expect(mayRunAnother(service, limits)).toBe(may);
});
