import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { testLog } from '../../testing/testJobs.ts';

const gateway = await testGateway();
const { app, jobs, issueKey } = gateway;
afterAll(gateway.stop);
const base = await app.listen({ port: 0, host: '127.0.0.1' });

function jobWith(log?: Parameters<typeof testLog>[0]) {
  const job = testJob();
  jobs.known.set(job.id, job);
  if (log) jobs.logs.set(job.id, testLog(log));
  return job;
}

const read = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/v1/jobs/${path}`, headers: { ...bearer(issueKey()), ...headers } });

describe('GET /jobs/{jobId}/log', () => {
  it('returns the log as text, with a line that tells how many bytes are missing', async () => {
    const parts = [
      { startsAt: 0, text: 'one\n' },
      { startsAt: 12_004, text: 'ü\n' },
    ];
    const { id } = jobWith({ parts, endsAt: 12_007 });
    const { body, headers } = await read(`${id}/log`);
    expect(body).toBe('one\n\n[12,000 bytes of the log are left out here]\nü\n');
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      etag: '"1-12007"',
      'content-disposition': expect.stringContaining(`${id}.log`),
    });
  });

  it('returns ranges of it, and refuses one that has none of its bytes', async () => {
    const { id } = jobWith({});
    const part = await read(`${id}/log`, { range: 'bytes=2-6' });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'mafft', 'bytes 2-6/33']);
    expect((await read(`${id}/log`, { range: 'bytes=99-' })).statusCode).toBe(416);
  });

  it('says that an attempt is not the first one, and that a tool keeps no log', async () => {
    const again = jobWith({ attempt: 2, lastAttempt: 2 });
    expect((await read(`${again.id}/log`)).body).toMatch(/^\[attempt 2: the job was tried again; [^\n]*\]\n\$ mafft/);
    expect((await read(`${jobWith().id}/log`)).body).toBe('[The tool protein-properties keeps no log.]\n');
  });
});

/** Opens the stream of a log and reads it in the background. */
async function open(id: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${base}/api/v1/jobs/${id}/log/stream`, {
    headers: { ...bearer(issueKey()), ...headers },
  });
  let text = '';
  const ended = (async () => {
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => {});
  const frames = () =>
    [...text.matchAll(/^(?:id: (\S+)\n)?event: (\w+)\ndata: (.*)\n\n/gm)].map(([, place, event, data]) => ({
      ...{ place, event },
      data: JSON.parse(data!),
    }));
  return { answer, ended, frames };
}

describe('GET /jobs/{jobId}/log/stream', () => {
  it('sends what is written, once, and ends with the job', async () => {
    const { id } = jobWith({ parts: [{ startsAt: 0, text: 'one\n' }], endsAt: 4, ended: false });
    const { answer, ended, frames } = await open(id);
    await eventually(() => frames().length === 1);
    const parts = [
      { startsAt: 0, text: 'one\n' },
      { startsAt: 4, text: 'two\n' },
    ];
    jobs.logs.set(id, testLog({ parts, endsAt: 8 }));
    await ended;
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(frames()).toEqual([
      { place: '1-4', event: 'log', data: { attempt: 1, text: 'one\n' } },
      { place: '1-8', event: 'log', data: { attempt: 1, text: 'two\n' } },
      { event: 'ended', data: { attempt: 1 } },
    ]);
  });

  it('goes on after the last event that the client has, also within a part', async () => {
    const { id } = jobWith({ parts: [{ startsAt: 0, text: 'one\ntwo\n' }], endsAt: 8 });
    const { ended, frames } = await open(id, { 'last-event-id': '1-4' });
    await ended;
    expect(frames()[0]).toEqual({ place: '1-8', event: 'log', data: { attempt: 1, text: 'two\n' } });
  });

  it('goes on with the next attempt when the first one was lost', async () => {
    const { id } = jobWith({ parts: [{ startsAt: 0, text: 'one\n' }], endsAt: 4, ended: false });
    const { ended, frames } = await open(id);
    await eventually(() => frames().length === 1);
    jobs.logs.set(id, testLog({ parts: [{ startsAt: 0, text: 'one\n' }], endsAt: 4, lastAttempt: 2 }));
    await ended;
    expect(frames().map(({ event, data }) => [event, data.attempt])).toEqual([
      ['log', 1],
      ['log', 2],
      ['ended', 2],
    ]);
    expect(frames()[1]!.data.text).toMatch(/^\[attempt 2: /);
  });

  it('refuses an unknown job, and an id of another stream', async () => {
    expect((await open('job_1')).answer.status).toBe(404);
    expect((await open(jobWith({}).id, { 'last-event-id': 'x' })).answer.status).toBe(400);
  });
});
