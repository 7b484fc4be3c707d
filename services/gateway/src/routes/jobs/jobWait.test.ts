import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { type Job, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { SubmitResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { submission } from '../../testing/requests.ts';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { preferredWait } from './jobWait.ts';

const gateway = await testGateway();
const { app, jobs, bus, issueKey } = gateway;
afterAll(gateway.stop);
const base = await app.listen({ port: 0, host: '127.0.0.1' });

describe('preferredWait', () => {
  it.each([
    ['wait=5', 5],
    ['respond-async, wait=10', 10],
    ['WAIT = "7"; x=1', 7],
    ['wait=600', 60],
    ['wait=0', undefined],
    ['wait=-5', undefined],
    ['wait', undefined],
    ['handling=lenient; waiting=4', undefined],
    [undefined, undefined],
  ])('reads %s', (prefer, seconds) => {
    expect(preferredWait({ prefer })).toBe(seconds);
  });
});

describe('POST /jobs with Prefer: wait', () => {
  it('returns the job when it has ended and is settled', async () => {
    const { job, answer } = start('wait=60');
    await watched();
    bus.tell({ ...job, version: 2, status: JobStatus.PROCESSING });
    bus.tell({ ...job, version: 3, status: JobStatus.COMPLETED });
    const response = await answer;
    expect([response.status, response.headers.get('preference-applied')]).toEqual([202, 'wait=60']);
    expect(await response.json()).toMatchObject({ id: job.id, status: 'COMPLETED' });
  });

  it('returns a job that ended before the gateway watched it', async () => {
    const { job, answer } = start('wait=60', { status: JobStatus.FAILED, version: 2 });
    expect(await (await answer).json()).toMatchObject({ id: job.id, status: 'FAILED' });
  });

  it('returns the active job after the given seconds', async () => {
    const { answer } = start('wait=1');
    const response = await answer;
    expect(response.headers.get('preference-applied')).toBe('wait=1');
    expect(await response.json()).toMatchObject({ status: 'QUEUED' });
  });

  it('returns at once, without the header, when the key has no slot, until a client leaves', async () => {
    const narrow = await testGateway({ streams: { perKey: 1, inAll: 2 } });
    onTestFinished(narrow.stop);
    const address = await narrow.app.listen({ port: 0, host: '127.0.0.1' });
    const key = narrow.issueKey();
    const submit = (signal?: AbortSignal) => {
      const headers = { ...bearer(key), 'content-type': 'application/json', prefer: 'wait=60' };
      return fetch(`${address}/api/v1/jobs`, { method: 'POST', headers, body: JSON.stringify(submission()), signal });
    };
    const gone = new AbortController();
    const first = submit(gone.signal);
    await eventually(() => narrow.jobs.calls.some(({ method }) => method === 'get'));
    expect((await submit()).headers.get('preference-applied')).toBeNull();
    gone.abort();
    await expect(first).rejects.toThrow();
    const hasLeft = async () => {
      const left = new AbortController();
      const isWaiting = submit(left.signal).then(
        () => false,
        () => true,
      );
      setTimeout(() => left.abort(), 100);
      return await isWaiting;
    };
    await eventually(hasLeft);
  });

  it('does not wait for a client that left while its job was accepted', async () => {
    const free = vi.fn();
    const takes = vi.fn(() => free);
    const world = await testGateway();
    onTestFinished(world.stop);
    vi.spyOn(world.hub, 'watch').mockImplementation(() => {
      takes();
      return free;
    });
    const accepted = Promise.withResolvers<SubmitResponse>();
    const submitted = vi.spyOn(world.jobs, 'submit').mockReturnValueOnce(accepted.promise);
    const address = await world.app.listen({ port: 0, host: '127.0.0.1' });
    const closed = Promise.withResolvers<void>();
    world.app.server.on('connection', (socket) => socket.on('close', () => closed.resolve()));
    const headers = { ...bearer(world.issueKey()), 'content-type': 'application/json', prefer: 'wait=60' };
    const gone = new AbortController();
    const body = JSON.stringify(submission());
    const answer = fetch(`${address}/api/v1/jobs`, { method: 'POST', headers, body, signal: gone.signal });
    await eventually(() => submitted.mock.calls.length === 1);
    gone.abort();
    await expect(answer).rejects.toThrow();
    await closed.promise;
    accepted.resolve(SubmitResponse.fromPartial({ job: testJob({ version: 1 }) }));
    await eventually(() => takes.mock.calls.length === 1 && free.mock.calls.length === 1);
  });

  it('holds no call of a service and no place among the requests while 40 requests wait', async () => {
    // Half of the places are for one workspace.
    const narrow = await testGateway({ capacity: { maxInFlight: 8 } });
    onTestFinished(narrow.stop);
    const address = await narrow.app.listen({ port: 0, host: '127.0.0.1' });
    const made: Job[] = [];
    vi.spyOn(narrow.jobs, 'submit').mockImplementation(async () => {
      const job = testJob({ version: 1 });
      narrow.jobs.known.set(job.id, job);
      made.push(job);
      return SubmitResponse.fromPartial({ job });
    });
    const calls = new Set<Promise<unknown>>();
    const { get } = narrow.jobs;
    const read = vi.spyOn(narrow.jobs, 'get').mockImplementation((...args) => {
      const call = get(...args);
      calls.add(call);
      void call.finally(() => calls.delete(call));
      return call;
    });
    const answers: Promise<Response>[] = [];
    for (let n = 1; n <= 40; n++) {
      const headers = { ...bearer(narrow.issueKey()), 'content-type': 'application/json', prefer: 'wait=60' };
      answers.push(fetch(`${address}/api/v1/jobs`, { method: 'POST', headers, body: JSON.stringify(submission()) }));
      await eventually(() => read.mock.calls.length === n);
    }
    await eventually(() => calls.size === 0);
    const other = await fetch(`${address}/api/v1/jobs`, { headers: bearer(narrow.issueKey()) });
    expect(other.status).toBe(200);
    for (const job of made) narrow.bus.tell({ ...job, version: 2, status: JobStatus.COMPLETED });
    const ended = await Promise.all(answers.map(async (answer) => (await (await answer).json()) as { status: string }));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['COMPLETED']));
  });

  it('returns when the gateway stops', async () => {
    const stopped = await testGateway();
    const address = await stopped.app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { ...bearer(stopped.issueKey()), 'content-type': 'application/json', prefer: 'wait=60' };
    const answer = fetch(`${address}/api/v1/jobs`, { method: 'POST', headers, body: JSON.stringify(submission()) });
    await eventually(() => stopped.jobs.calls.some(({ method }) => method === 'get'));
    await stopped.stop();
    expect(await (await answer).json()).toMatchObject({ status: 'QUEUED' });
  });
});

/** Submits a job. `later`: what the job has become when the gateway reads it again. */
function start(prefer: string, later: Partial<Job> = {}) {
  const job = testJob({ version: 1 });
  jobs.known.set(job.id, { ...job, ...later });
  jobs.calls.length = 0;
  vi.spyOn(jobs, 'submit').mockResolvedValueOnce(SubmitResponse.fromPartial({ job }));
  const answer = fetch(`${base}/api/v1/jobs`, {
    method: 'POST',
    headers: { ...bearer(issueKey()), 'content-type': 'application/json', prefer },
    body: JSON.stringify(submission()),
  });
  return { job, answer };
}

/** The gateway reads a job once it watches it. */
async function watched(): Promise<void> {
  await eventually(() => jobs.calls.some(({ method }) => method === 'get'));
}
