import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { type Job, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';

const gateway = await testGateway();
const { app, jobs, bus, keys, records, issueKey } = gateway;
afterAll(gateway.stop);
const base = await app.listen({ port: 0, host: '127.0.0.1' });

function add(fields: Partial<Job> = {}): Job {
  const job = testJob(fields);
  jobs.known.set(job.id, job);
  return job;
}

/** Stores a new state of a job and, unless it is lost, sends it on the bus. */
function change(job: Job, fields: Partial<Job>, { lost = false } = {}): Job {
  const next = { ...job, version: job.version + 1, ...fields };
  jobs.known.set(job.id, next);
  if (!lost) bus.tell(next);
  return next;
}

/** Opens a stream and reads it in the background. */
async function open(id: string, key = issueKey()) {
  const left = new AbortController();
  const answer = await fetch(`${base}/api/v1/jobs/${id}/events`, { headers: bearer(key), signal: left.signal });
  let text = '';
  const ended = (async () => {
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => {});
  const frames = () =>
    [...text.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, event, data]) => ({
      event,
      data: JSON.parse(data!),
    }));
  const told = () => frames().map(({ event, data }) => `${event} ${data.status ?? data.message}`);
  return { answer, ended, frames, told, text: () => text, leave: () => left.abort() };
}

/** The jobs that still have a stream: those that the hub reads after a gap. */
async function watchedJobs(): Promise<string[]> {
  const before = jobs.calls.length;
  bus.gap();
  const call = await eventually(() => jobs.calls.slice(before).find(({ method }) => method === 'getMany'), 200).catch(
    () => undefined,
  );
  return (call?.request as { jobIds: string[] } | undefined)?.jobIds ?? [];
}

describe('GET /jobs/{jobId}/events', () => {
  it('shows a finished job at once, and closes', async () => {
    const { id } = add({ status: JobStatus.FAILED, error: 'no residues' });
    const { answer, ended, frames, text } = await open(id);
    await ended;
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache, no-transform');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    expect(text().startsWith('retry: 3000\n\n')).toBe(true);
    const status = (await app.inject({ url: `/api/v1/jobs/${id}/status`, headers: bearer(issueKey()) })).json();
    expect(frames()).toEqual([
      { event: 'status', data: status },
      { event: 'terminal', data: status },
    ]);
  });

  it('sends every change, drops old states, and ends with the terminal state', async () => {
    const queued = add();
    const { ended, told } = await open(queued.id);
    await eventually(() => told().length === 1);
    const running = change(queued, { status: JobStatus.PROCESSING });
    await eventually(() => told().length === 2);
    bus.tell(queued);
    bus.tell(running);
    change(running, { status: JobStatus.COMPLETED });
    await ended;
    expect(told()).toEqual(['status QUEUED', 'status PROCESSING', 'status COMPLETED', 'terminal COMPLETED']);
  });

  it('drops a snapshot that is older than an event from the bus', async () => {
    const queued = add();
    const { get } = jobs;
    jobs.get = async (request, scope) => {
      const snapshot = await get(request, scope);
      change(queued, { status: JobStatus.COMPLETED });
      return snapshot;
    };
    const { ended, told } = await open(queued.id);
    jobs.get = get;
    await ended;
    expect(told()).toEqual(['status COMPLETED', 'terminal COMPLETED']);
  });

  it('sends a state that was lost in a gap of the bus', async () => {
    const queued = add();
    const { ended, told } = await open(queued.id);
    await eventually(() => told().length === 1);
    change(queued, { status: JobStatus.CANCELLED }, { lost: true });
    bus.gap();
    await ended;
    expect(told()).toEqual(['status QUEUED', 'status CANCELLED', 'terminal CANCELLED']);
  });

  it('ends when its job was deleted and the event lost, so that the client asks again', async () => {
    const deleted = add();
    const { ended, told } = await open(deleted.id);
    await eventually(() => told().length === 1);
    jobs.known.delete(deleted.id);
    bus.gap();
    await ended;
    expect(told()).toEqual(['status QUEUED']);
  });

  it('ends with an error event when its key is revoked', async () => {
    const key = issueKey();
    const { ended, told } = await open(add().id, key);
    await eventually(() => told().length === 1);
    records.delete(key.slice(9, 17));
    await keys.reread();
    await ended;
    expect(told().at(-1)).toBe('error The API key is no longer valid.');
  });

  it('stops watching the job when the client disconnects', async () => {
    const { id } = add();
    const { leave } = await open(id);
    expect(await watchedJobs()).toContain(id);
    leave();
    await eventually(async () => !(await watchedJobs()).includes(id));
  });

  it.each([
    ['no key', 401, () => ({})],
    ['no scope', 403, () => bearer(issueKey({ scopes: ['jobs:write'] }))],
    ['an unknown job', 404, () => bearer(issueKey())],
  ])('returns a plain HTTP error for %s', async (_name, status, headers) => {
    const answer = await fetch(`${base}/api/v1/jobs/${testJob().id}/events`, { headers: headers() });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toHaveProperty('error.code');
    expect(await watchedJobs()).not.toContain('job_1');
  });
});

describe('a gateway that closes', () => {
  it('ends its open streams, so that clients reconnect to another replica', async () => {
    const other = await testGateway();
    const base = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const job = testJob();
    other.jobs.known.set(job.id, job);
    const answer = await fetch(`${base}/api/v1/jobs/${job.id}/events`, { headers: bearer(other.issueKey()) });
    const [text] = await Promise.all([answer.text(), other.stop()]);
    expect(text).toContain('event: status');
    expect(text).not.toContain('event: terminal');
  });
});

describe('open event streams', () => {
  type Sender = { key: string; url: string };

  it('are limited per key, workspace and process, not counting ended streams', async () => {
    const other = await testGateway({ streams: { perKey: 2, inAll: 4 } });
    onTestFinished(other.stop);
    const base = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const workspaces = ['ws_1', 'ws_2', 'ws_3', 'ws_4'];
    const keys = workspaces.map((workspaceId) => {
      const job = testJob({ workspaceId });
      other.jobs.known.set(job.id, job);
      return { key: other.issueKey({ workspaceId }), url: `${base}/api/v1/jobs/${job.id}/events` };
    });
    // Keeps the responses, because fetch ends a stream whose response was garbage-collected.
    const kept: Response[] = [];
    const stream = async ({ key, url }: Sender) => {
      const left = new AbortController();
      onTestFinished(() => left.abort());
      const answer = await fetch(url, { headers: bearer(key), signal: left.signal });
      kept.push(answer);
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), leave: () => left.abort() };
    };
    const [one, two, three, four] = keys as [Sender, Sender, Sender, Sender];
    const second = { ...one, key: other.issueKey() };
    const first = await stream(one);
    expect([first.status, (await stream(one)).status]).toEqual([200, 200]);
    expect(await stream(one)).toMatchObject({ status: 429, retryAfter: '5' });
    expect(await stream(second)).toMatchObject({ status: 429, retryAfter: '5' });
    expect([(await stream(two)).status, (await stream(three)).status]).toEqual([200, 200]);
    expect(await stream(four)).toMatchObject({ status: 503, retryAfter: '5' });
    first.leave();
    await eventually(async () => (await stream(four)).status === 200);
  });
});
