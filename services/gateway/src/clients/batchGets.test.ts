import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { nobody } from '@rotamer/kit/grpc/callContext.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import type { GetAnswer } from '@rotamer/proto/jobs/v1/jobs.ts';
import { describe, expect, it, vi } from 'vitest';
import { getAnswer, testJobs } from '../testing/testJobs.ts';
import { batchGets } from './batchGets.ts';

const as = (workspaceId: string) => ({ caller: { ...nobody, workspaceId, keyId: `key of ${workspaceId}` } });

describe('batched gets', () => {
  it('share a call, each with its own caller and its own response', async () => {
    const jobs = testJobs();
    const known = Array.from({ length: 20 }, () => testJob());
    for (const job of known) jobs.known.set(job.id, job);
    const { get } = batchGets(jobs);
    const answers = await Promise.all(known.map((job, i) => get({ jobId: job.id, poll: true }, as(`ws_${i}`))));
    expect(answers.map(({ id }) => id)).toEqual(known.map(({ id }) => id));
    expect(jobs.calls.length).toBeLessThan(known.length);
    const sent = jobs.calls.flatMap(({ request }) => (request as { gets: object[] }).gets);
    expect(sent).toContainEqual({ jobId: known[3]!.id, poll: true, workspaceId: 'ws_3', keyId: 'key of ws_3' });
  });

  it('do not wait for a slow batch in flight', async () => {
    const jobs = testJobs();
    const job = testJob();
    const answering: (() => void)[] = [];
    jobs.batchGet = ({ gets = [] }) =>
      new Promise((resolve) => {
        answering.push(() => resolve({ answers: gets.map(() => getAnswer(job)) }));
      });
    const { get } = batchGets(jobs);
    const slow = get({ jobId: job.id }, as('ws_1'));
    await vi.waitFor(() => expect(answering).toHaveLength(1));
    for (const turn of [1, 2, 3]) {
      const prompt = [get({ jobId: job.id }, as('ws_1')), get({ jobId: job.id }, as('ws_2'))];
      await vi.waitFor(() => expect(answering).toHaveLength(1 + turn));
      answering[turn]!();
      expect(await Promise.all(prompt)).toEqual([job, job]);
    }
    answering[0]!();
    expect(await slow).toEqual(job);
  });

  it('fetch jobs that did not fit in the response again, without another poll', async () => {
    const jobs = testJobs();
    const known = Array.from({ length: 5 }, () => testJob());
    const polls: (boolean | undefined)[][] = [];
    jobs.batchGet = async ({ gets = [] }) => {
      polls.push(gets.map(({ poll }) => poll));
      const job = (jobId?: string) => known.find(({ id }) => id === jobId);
      const postponed: GetAnswer = { answer: { $case: 'postponed', value: true } };
      return { answers: gets.map(({ jobId }, i) => (i < 2 || !job(jobId) ? getAnswer(job(jobId)) : postponed)) };
    };
    const { get } = batchGets(jobs);
    const asked = [...known.slice(0, 3).map(({ id }) => id), 'unknown', ...known.slice(3).map(({ id }) => id)];
    const answers = await Promise.allSettled(asked.map((jobId) => get({ jobId, poll: true }, as('ws_1'))));
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.id : answer.reason.code))).toEqual(
      asked.map((id) => (id === 'unknown' ? 'not_found' : id)),
    );
    expect(polls).toEqual([Array(6).fill(true), Array(3).fill(false), [false]]);
  });

  it('in one batch are refused separately', async () => {
    const jobs = testJobs();
    const job = testJob();
    const tooSoon = toItemError(new Fault('rate_limited', 'Too soon.', { retryAfterSeconds: 3 }));
    const answers: GetAnswer[] = [getAnswer(undefined), { answer: { $case: 'error', value: tooSoon } }, getAnswer(job)];
    jobs.batchGet = async ({ gets = [] }) => ({ answers: gets.map(({ jobId }) => answers[Number(jobId)]!) });
    const { get } = batchGets(jobs);
    const asked = await Promise.allSettled(['0', '1', '2'].map((jobId) => get({ jobId, poll: true }, as('ws_1'))));
    expect(asked).toMatchObject([
      { reason: { code: 'not_found' } },
      { reason: { code: 'rate_limited', retryAfterSeconds: 3 } },
      { value: { id: job.id } },
    ]);
  });

  it('all fail when jobs is unavailable', async () => {
    const jobs = testJobs();
    jobs.batchGet = async () => {
      throw new Fault('service_unavailable', 'away');
    };
    const { get } = batchGets(jobs);
    const asked = await Promise.allSettled([get({ jobId: 'a' }, as('ws_1')), get({ jobId: 'b' }, as('ws_2'))]);
    for (const answer of asked) expect(answer).toMatchObject({ reason: { code: 'service_unavailable' } });
  });
});
