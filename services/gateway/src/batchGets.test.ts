import { Fault } from '@rotamer/kit/errors/fault.ts';
import { nobody } from '@rotamer/kit/grpc/callContext.ts';
import { GetEachResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { batchGets } from './batchGets.ts';
import { testJob, testJobs } from './testing/testJobs.ts';

const as = (workspaceId: string) => ({ caller: { ...nobody, workspaceId, keyId: `key of ${workspaceId}` } });

describe('batched gets', () => {
  it('travel together, each for its own caller, and each gets its own answer', async () => {
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

  it('wait for the batch before them, but not for a slow one', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000);
    onTestFinished(() => now.mockRestore());
    const jobs = testJobs();
    const job = testJob();
    const answering: (() => void)[] = [];
    jobs.getEach = ({ gets = [] }) =>
      new Promise((resolve) => {
        answering.push(() => resolve(GetEachResponse.fromPartial({ answers: gets.map(() => ({ job })) })));
      });
    const { get } = batchGets(jobs);
    const first = get({ jobId: job.id }, as('ws_1'));
    await vi.waitFor(() => expect(answering).toHaveLength(1));

    const behind = [get({ jobId: job.id }, as('ws_1')), get({ jobId: job.id }, as('ws_2'))];
    now.mockReturnValue(1_021);
    const elsewhere = get({ jobId: job.id }, as('ws_1'));
    await vi.waitFor(() => expect(answering).toHaveLength(2));
    answering[1]!();
    expect(await elsewhere).toEqual(job);

    answering[0]!();
    expect(await first).toEqual(job);
    await vi.waitFor(() => expect(answering).toHaveLength(3));
    answering[2]!();
    expect(await Promise.all(behind)).toEqual([job, job]);
  });

  it('of one batch are refused one by one', async () => {
    const jobs = testJobs();
    const job = testJob();
    const answers = [{}, { waitSeconds: 3 }, { job }];
    jobs.getEach = async ({ gets }) =>
      GetEachResponse.fromPartial({ answers: (gets ?? []).map(({ jobId }) => answers[Number(jobId)]!) });
    const { get } = batchGets(jobs);
    const asked = await Promise.allSettled(['0', '1', '2'].map((jobId) => get({ jobId, poll: true }, as('ws_1'))));
    expect(asked).toMatchObject([
      { reason: { code: 'not_found' } },
      { reason: { code: 'rate_limited', retryAfterSeconds: 3 } },
      { value: { id: job.id } },
    ]);
  });

  it('all fail when jobs is away', async () => {
    const jobs = testJobs();
    jobs.getEach = async () => {
      throw new Fault('service_unavailable', 'away');
    };
    const { get } = batchGets(jobs);
    const asked = await Promise.allSettled([get({ jobId: 'a' }, as('ws_1')), get({ jobId: 'b' }, as('ws_2'))]);
    for (const answer of asked) expect(answer).toMatchObject({ reason: { code: 'service_unavailable' } });
  });
});
