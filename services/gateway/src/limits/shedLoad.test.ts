import { connect } from 'node:net';
import { watchLoopDelay } from '@rotamer/http/limits/loopDelay.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { submission } from '../testing/requests.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';

const loop = { delayMs: 0 };
const capacity = { maxInFlight: 10, maxLoopDelayMs: 100, loopDelayMs: () => loop.delayMs };
const { app, bus, jobs, lookups, workspace, issueKey, stop } = await testGateway({ capacity });
afterAll(stop);
workspace.limits!.requestsPerMinute = 100_000;
const base = await app.listen({ port: 0, host: '127.0.0.1' });
afterEach(() => {
  loop.delayMs = 0;
});

const job = testJob();
jobs.known.set(job.id, job);
const headers = bearer(issueKey());
const requests: InjectOptions[] = [
  { url: '/api/v1/jobs' },
  { url: '/api/v1/tools' },
  { url: '/api/v1/files' },
  { url: `/api/v1/jobs/${job.id}/status` },
  { method: 'POST', url: '/api/v1/jobs/quote', payload: submission({ name: undefined }) },
  { method: 'POST', url: '/api/v1/jobs', payload: submission() },
  { method: 'POST', url: `/api/v1/jobs/${job.id}/cancel` },
];

/** Returns the statuses of three lists, two reads, a submission and a cancellation, sent one after the other. */
async function askAll(): Promise<number[]> {
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await app.inject({ ...request, headers })).statusCode);
  return statuses;
}

/** Occupies the gateway with requests that wait for a service until released, by default each of a different workspace. */
async function occupy(count: number, workspaceOf = (n: number) => `ws_busy_${n}`): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const spy = vi.spyOn(jobs, 'retry').mockImplementation(async () => {
    await released;
    return job;
  });
  const url = `/api/v1/jobs/${job.id}/retry`;
  const waiting = Array.from({ length: count }, (_, n) =>
    app.inject({ method: 'POST', url, headers: bearer(issueKey({ workspaceId: workspaceOf(n) })) }),
  );
  await eventually(() => spy.mock.calls.length === count);
  return async () => {
    release();
    await Promise.all(waiting);
    spy.mockRestore();
  };
}

describe('an overloaded gateway', () => {
  it.each([
    [5, [200, 200, 200, 200, 200, 202, 200]],
    [6, [503, 503, 503, 200, 200, 202, 200]],
    [8, [503, 503, 503, 503, 503, 202, 200]],
    [10, [503, 503, 503, 503, 503, 503, 503]],
  ])('with %d of 10 requests in flight refuses lists first, then reads, then all', async (count, expected) => {
    const release = await occupy(count);
    expect(await askAll()).toEqual(expected);
    await release();
    expect(await askAll()).toEqual([200, 200, 200, 200, 200, 202, 200]);
  });

  it('gives one workspace at most half of its capacity, for any number of keys', async () => {
    const release = await occupy(5, () => 'ws_busy');
    const url = '/api/v1/jobs';
    const refused = await app.inject({ url, headers: bearer(issueKey({ workspaceId: 'ws_busy' })) });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(await askAll()).toEqual([200, 200, 200, 200, 200, 202, 200]);
    await release();
    expect((await app.inject({ url, headers: bearer(issueKey({ workspaceId: 'ws_busy' })) })).statusCode).toBe(200);
  });

  it.each([
    [59, [200, 200, 200, 200, 200, 202, 200]],
    [60, [503, 503, 503, 200, 200, 202, 200]],
    [80, [503, 503, 503, 503, 503, 202, 200]],
    [100, [503, 503, 503, 503, 503, 503, 503]],
  ])('with an event loop %d of 100 ms late does the same', async (delayMs, expected) => {
    loop.delayMs = delayMs;
    expect(await askAll()).toEqual(expected);
  });

  it('refuses with envelope and all headers, before any call or lookup', async () => {
    loop.delayMs = 100;
    const [asked, read] = [jobs.calls.length, lookups.length];
    const answer = await app.inject({ url: '/api/v1/jobs', headers: bearer(issueKey()) });
    expect(answer.json().error.code).toBe('service_unavailable');
    expect(answer.headers).toMatchObject({
      'retry-after': '1',
      'x-ratelimit-limit': '600',
      'x-request-id': expect.any(String),
    });
    expect([jobs.calls.length, lookups.length]).toEqual([asked, read]);
  });

  it('still reports that it is healthy, and continues open streams', async () => {
    const stream = await fetch(`${base}/api/v1/jobs/${job.id}/events`, { headers });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    loop.delayMs = 100;
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    expect((await fetch(`${base}/api/v1/jobs`, { headers })).status).toBe(503);
    bus.tell({ ...job, version: 2, progress: 42 });
    let text = '';
    while (!text.includes('"progress":42')) text += (await reader.read()).value;
    await reader.cancel();
  });
});

describe('requests that do not count as in flight', () => {
  it('are open streams, arriving bodies and disconnected clients', async () => {
    const left = new AbortController();
    const { signal } = left;
    const url = `${base}/api/v1/jobs/${job.id}/events`;
    for (let n = 0; n < 20; n++) expect((await fetch(url, { headers, signal })).status).toBe(200);

    const { hostname, port } = new URL(base);
    const sockets = Array.from({ length: 20 }, () => connect(Number(port), hostname));
    const lines = [`POST /api/v1/jobs HTTP/1.1`, 'Host: x', 'Content-Type: application/json', 'Content-Length: 9000'];
    for (const socket of sockets) {
      socket.write(`${[...lines, `Authorization: ${headers.authorization}`].join('\r\n')}\r\n\r\n{`);
    }
    await eventually(async () => (await askAll()).every((status) => status < 300));
    for (const socket of sockets) socket.destroy();
    left.abort();
    await eventually(async () => (await askAll()).every((status) => status < 300));
  });
});

describe('the delay of the event loop', () => {
  it('is measured, and falls again after the load has ended', async () => {
    const delay = watchLoopDelay();
    const blocking = setInterval(() => {
      const until = performance.now() + 150;
      while (performance.now() < until);
    }, 10);
    await eventually(() => delay.ms() > 50);
    clearInterval(blocking);
    await eventually(() => delay.ms() < 50);
    delay.stop();
  });
});
