import type { ReadLine } from '@rotamer/api/requests/readBatchLine.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { AssessManyResponse, Submission } from '@rotamer/proto/jobs/v1/jobs.ts';
import { BatchLine } from '@rotamer/proto/workflows/v1/batches.ts';
import { expect, it } from 'vitest';
import { checkLines } from './checkLines.ts';

const lines = (count: number): ReadLine[] =>
  Array.from({ length: count }, (_, i) => ({
    line: BatchLine.fromPartial({
      line: i + 1,
      customId: `c${i % 200}`,
      submission: Submission.fromPartial({ tool: 't' }),
    }),
  }));

/** Jobs that answer a call when `answer` is called, and count the calls under way. */
function slowJobs(failAt = Number.POSITIVE_INFINITY) {
  const calls = { open: 0, most: 0, all: 0 };
  const assessMany = async ({ requests = [] }: { requests?: readonly unknown[] }) => {
    calls.most = Math.max(calls.most, ++calls.open);
    const isLost = ++calls.all === failAt;
    await new Promise((done) => setImmediate(done));
    calls.open--;
    if (isLost) throw new Fault('service_unavailable', 'jobs does not answer');
    const price = { estimatedMillicredits: 1, reservedMillicredits: 1, maxMillicredits: 1, metered: false };
    return AssessManyResponse.fromPartial({
      answers: requests.map(() => ({ answer: { $case: 'price', value: price } })),
    });
  };
  return { calls, jobs: { assessMany } as never };
}

it('checks two portions at a time, in their order, and finds repeated ids across portions', async () => {
  const { calls, jobs } = slowJobs();
  const numbers: number[] = [];
  const problems: number[] = [];
  for await (const portion of checkLines(jobs, lines(250), {})) {
    numbers.push(...portion.good.map(({ line }) => line.line));
    problems.push(...portion.problems.map(({ line }) => line));
  }
  expect(numbers).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
  expect(problems).toEqual(Array.from({ length: 50 }, (_, i) => i + 201));
  expect(calls.most).toBe(2);
});

it('fails with the fault of the second portion after the first', async () => {
  const { jobs } = slowJobs(2);
  const read: number[] = [];
  const reading = (async () => {
    for await (const portion of checkLines(jobs, lines(180), {})) read.push(portion.read);
  })();
  await expect(reading).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(read).toEqual([60]);
});
