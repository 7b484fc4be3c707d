import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { nobody } from '@rotamer/kit/grpc/callContext.ts';
import { MAX_MESSAGE_BYTES } from '@rotamer/kit/grpc/encodedBytes.ts';
import { BatchSubmitRequest, BatchSubmitResponse, CallersSubmit } from '@rotamer/proto/jobs/v1/jobs.ts';
import { describe, expect, it } from 'vitest';
import { testJobs } from '../testing/testJobs.ts';
import { batchSubmits } from './batchSubmits.ts';

const as = (workspaceId: string) => ({ caller: { ...nobody, workspaceId }, traceparent: `trace of ${workspaceId}` });
const inline = (name: string) => ({ name, submission: { inputs: [{ content: 'M' }] } });

describe('batched submits', () => {
  it('share a call, each with its own caller and its own response', async () => {
    const jobs = testJobs();
    const { submit } = batchSubmits(jobs);
    const names = Array.from({ length: 100 }, (_, i) => `job ${i}`);
    const answers = await Promise.all(names.map((name, i) => submit(inline(name), as(`ws_${i}`))));
    expect(answers.map(({ job }) => job?.name)).toEqual(names);
    expect(jobs.calls.length).toBeLessThan(names.length / 3);
    const sent = jobs.calls.flatMap(({ request }) => (request as { submits: object[] }).submits);
    expect(sent).toContainEqual(CallersSubmit.fromPartial({ request: inline('job 3'), ...as('ws_3') }));
  });

  it('in one batch are refused separately, each with its complete error', async () => {
    const jobs = testJobs();
    const refusal = new Fault('price_changed', 'It costs 3 credits now.', {
      details: { quoted: 3 },
      retryAfterSeconds: 1,
    });
    jobs.batchSubmit = async function* ({ submits }) {
      yield BatchSubmitResponse.fromPartial({
        answers: (submits ?? []).map(({ request }, index) => ({
          index,
          answer:
            request?.name === 'dear'
              ? { $case: 'error', value: toItemError(refusal) }
              : { $case: 'response', value: { replayed: true } },
        })),
      });
    };
    const { submit } = batchSubmits(jobs);
    const { code, message, details, retryAfterSeconds } = refusal;
    expect(await Promise.allSettled(['cheap', 'dear'].map((name) => submit(inline(name), as('ws_1'))))).toMatchObject([
      { value: { replayed: true } },
      { reason: { code, message, details, retryAfterSeconds } },
    ]);
  });

  it('are each answered once jobs has decided, even if others in the batch still wait', async () => {
    const jobs = testJobs();
    const slow = Promise.withResolvers<void>();
    jobs.batchSubmit = async function* ({ submits }) {
      const answer = (index: number) => ({ index, answer: { $case: 'response', value: { replayed: true } } as const });
      yield BatchSubmitResponse.fromPartial({ answers: [answer(submits!.length - 1)] });
      await slow.promise;
      yield BatchSubmitResponse.fromPartial({ answers: submits!.slice(0, -1).map((_, i) => answer(i)) });
    };
    const { submit } = batchSubmits(jobs);
    const first = submit(inline('slow'), as('ws_1'));
    expect(await submit(inline('quick'), as('ws_2'))).toMatchObject({ replayed: true });
    // Submits that arrive while the batch is open do not wait for it either.
    expect(await submit(inline('quick'), as('ws_2'))).toMatchObject({ replayed: true });
    slow.resolve();
    expect(await first).toMatchObject({ replayed: true });
  });

  it('left unanswered by a dying replica of jobs are sent to the next one', async () => {
    const jobs = testJobs();
    const { batchSubmit } = jobs;
    jobs.batchSubmit = async function* ({ submits = [] }, scope) {
      const some = submits.length > 1 ? submits.slice(0, 2) : submits;
      yield* batchSubmit({ submits: some }, scope);
      if (some.length < submits.length) throw new Fault('service_unavailable', 'away');
    };
    const { submit } = batchSubmits(jobs);
    const names = ['a', 'b', 'c', 'd', 'e'];
    const answers = await Promise.all(names.map((name) => submit(inline(name), as('ws_1'))));
    expect(answers.map(({ job }) => job?.name)).toEqual(names);
  });

  it('with saved files are sent separately', async () => {
    const jobs = testJobs();
    const { submit } = batchSubmits(jobs);
    const saved = { name: 'saved', submission: { inputs: [{ content: 'M' }, { content: undefined }] } };
    await submit(saved, as('ws_1'));
    expect(jobs.calls).toEqual([{ method: 'submit', request: saved, scope: as('ws_1') }]);
  });

  it('fail at their deadline, also while queued behind a batch that hangs', async () => {
    const jobs = testJobs();
    jobs.batchSubmit = async function* () {
      await new Promise(() => {});
    };
    const { submit } = batchSubmits(jobs);
    const scope = { ...as('ws_1'), deadlineMs: Date.now() + 50.5 };
    for (const answer of await Promise.allSettled(Array.from({ length: 200 }, () => submit(inline('job'), scope)))) {
      expect(answer).toMatchObject({ reason: { code: 'service_unavailable' } });
    }
  });

  it('never exceed the message size limit when re-encoding makes bodies larger', async () => {
    const jobs = testJobs();
    const { submit } = batchSubmits(jobs);
    const settingsJson = `[${Array.from({ length: 45_000 }, () => String(1e20)).join()}]`;
    await Promise.all(
      Array.from({ length: 30 }, () =>
        submit({ name: 'large', submission: { inputs: [{ content: 'M' }], settingsJson } }, as('ws_1')),
      ),
    );
    const sizes = jobs.calls.map(
      ({ request }) => BatchSubmitRequest.encode(request as BatchSubmitRequest).finish().length,
    );
    expect(sizes.length).toBeGreaterThan(1);
    for (const size of sizes) expect(size).toBeLessThan(MAX_MESSAGE_BYTES);
  });

  it('of a workspace with hundreds do not delay another workspace', async () => {
    const jobs = testJobs();
    const { submit } = batchSubmits(jobs);
    const lastCallers = Array.from({ length: 500 }, () => submit(inline('lastCallers'), as('ws_crowd')));
    await Promise.all([...lastCallers, submit(inline('lone'), as('ws_lone'))]);
    const sent = jobs.calls.map(({ request }) => request as BatchSubmitRequest);
    expect(sent.findIndex(({ submits }) => submits.some(({ request }) => request?.name === 'lone'))).toBe(0);
  });

  it('all fail when jobs is unavailable', async () => {
    const jobs = testJobs();
    // biome-ignore lint/correctness/useYield: it fails before its first answer.
    jobs.batchSubmit = async function* () {
      throw new Fault('service_unavailable', 'away');
    };
    const { submit } = batchSubmits(jobs);
    for (const answer of await Promise.allSettled(['a', 'b'].map((name) => submit(inline(name), as('ws_1'))))) {
      expect(answer).toMatchObject({ reason: { code: 'service_unavailable' } });
    }
  });
});
