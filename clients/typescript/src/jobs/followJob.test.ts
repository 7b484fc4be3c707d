import { describe, expect, it } from 'vitest';
import { cut, fakeApi, frame, jobOf, json, refusal, stream } from '../testing/fakeApi.ts';

const running = jobOf('PROCESSING', { progress: 10 });
const done = jobOf('COMPLETED', { progress: 100 });
const start = 'retry: 3000\n\n';
const end = [frame('status', done), frame('terminal', done)];

describe('waiting for a job', () => {
  it('ends with its terminal event', async () => {
    const { client, requests } = fakeApi(stream([start, frame('status', running), ...end]));
    const states: (number | null)[] = [];
    const job = await client.jobs.at('job_1').wait({ onState: ({ progress }) => states.push(progress) });
    expect(job.data).toEqual(done);
    expect(states).toEqual([10, 100, 100]);
    expect(requests).toHaveLength(1);
  });

  it('reopens a stream that closes before the end, and reports each state once', async () => {
    const { client, time } = fakeApi(
      stream([start, frame('status', running)]),
      stream([frame('status', running), ...end]),
    );
    const states: string[] = [];
    await client.jobs.at('job_1').wait({ onState: ({ status }) => states.push(status) });
    expect(states).toEqual(['PROCESSING', 'COMPLETED', 'COMPLETED']);
    expect(time.waited).toEqual([3000]);
  });

  it('treats a stream as dead after 45 s of silence', async () => {
    const { client, time } = fakeApi(stream([start, frame('status', running)], { silent: true }), stream(end));
    await client.jobs.at('job_1').wait();
    expect(time.waited).toEqual([45_000, 3000]);
  });

  it('polls at the API’s recommended pace after three failures', async () => {
    const { client, requests, time } = fakeApi(
      cut,
      stream([]),
      refusal(503, 'service_unavailable', { headers: { 'retry-after': '1' } }),
      json(running),
      json(running, 200, { 'retry-after': '40' }),
      json(running),
      json(done),
    );
    const job = await client.jobs.at('job_1').wait();
    expect(job.status).toBe('COMPLETED');
    expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual([
      ...Array(3).fill('events'),
      ...Array(4).fill('status'),
    ]);
    expect(time.waited).toEqual([3000, 3000, 5000, 40_000, 20_000]);
  });

  it('ends at once when the job does not exist', async () => {
    const { client } = fakeApi(refusal(404, 'not_found'));
    await expect(client.jobs.at('job_1').wait()).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('gives up when nothing can be read for five minutes', async () => {
    const { client, time } = fakeApi(cut);
    await expect(client.jobs.at('job_1').wait()).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(time.now()).toBeGreaterThan(5 * 60_000);
  });

  it('stops when its time has passed, and leaves the job running', async () => {
    const { client, requests } = fakeApi(stream([frame('status', running)], { silent: true }));
    // The real clock limits this wait. The fake clock would pass many silences meanwhile.
    const waiting = client.jobs.at('job_1').wait({ timeout: 0.01 });
    await expect(waiting).rejects.toMatchObject({ name: 'WaitTimeoutError', jobId: 'job_1' });
    expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('stops when its signal is aborted', async () => {
    const { client } = fakeApi(stream([frame('status', running)], { silent: true }));
    const abort = new AbortController();
    const waiting = client.jobs
      .at('job_1')
      .wait({ signal: abort.signal, onState: () => abort.abort(new Error('enough')) });
    await expect(waiting).rejects.toThrow('enough');
  });
});
