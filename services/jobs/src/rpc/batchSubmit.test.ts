import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { BatchSubmitRequest, SubmitResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { expect, it } from 'vitest';
import { batchSubmit } from './batchSubmit.ts';

/** Submits a batch by names; the first submission is decided when `decide` is called. */
function aBatch(names: string[]) {
  const decision = Promise.withResolvers<void>();
  const call = new AbortController();
  const submitAll = batchSubmit(async ({ name }) => {
    if (name === names[0]) await decision.promise;
    return SubmitResponse.fromPartial({ job: { name } });
  });
  const request = BatchSubmitRequest.fromPartial({ submits: names.map((name) => ({ request: { name } })) });
  const context = { signal: call.signal, log: quietLog } as never;
  const responses = submitAll(request, context)[Symbol.asyncIterator]();
  const next = async () => (await responses.next()).value?.answers.map(({ index }: { index: number }) => index);
  return { next, decide: decision.resolve, leave: () => call.abort() };
}

it('returns the others of a batch while one is not decided yet', async () => {
  const { next, decide } = aBatch(['slow', 'quick', 'quick too']);
  expect(await next()).toEqual([1, 2]);
  decide();
  expect(await next()).toEqual([0]);
  expect(await next()).toBeUndefined();
});

it('ends with its call, even while one of the batch is not decided yet', async () => {
  const { next, leave } = aBatch(['slow', 'quick']);
  expect(await next()).toEqual([1]);
  leave();
  await expect(next()).rejects.toMatchObject({ name: 'AbortError' });
});
