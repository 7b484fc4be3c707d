import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { describe, expect, it } from 'vitest';
import { bearer, testGateway } from '../testing/testGateway.ts';

/** Starts a gateway that accepts requests until `release`, and a client that keeps one connection open. */
async function start() {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const gateway = await testGateway({ drained: () => promise });
  const base = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = bearer(gateway.issueKey());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string) =>
    new Promise<{ status?: number; connection?: string }>((resolve, reject) => {
      const sent = get(`${base}${path}`, { agent, headers }, (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }));
      });
      sent.on('error', reject);
    });
  return { ...gateway, release, base, headers, agent, ask };
}

describe('a gateway that is shutting down', () => {
  it('still serves requests with Connection: close, fails its health check, then closes', async () => {
    const { ask, agent, release, stop } = await start();
    expect(await ask('/api/v1/account')).toEqual({ status: 200, connection: 'keep-alive' });
    const stopped = stop();
    await eventually(async () => (await ask('/healthz')).status === 503);
    expect(await ask('/api/v1/account')).toEqual({ status: 200, connection: 'close' });
    release();
    await stopped;
    await expect(ask('/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    agent.destroy();
  });

  it('does not wait for connections on which nothing is sent', async () => {
    const { base, release, stop } = await start();
    const { port, hostname } = new URL(base);
    const silent = connect(Number(port), hostname);
    await new Promise((resolve) => silent.once('connect', resolve));
    silent.on('error', () => {});
    release();
    await stop();
  });

  it('shows the current job on a newly opened stream, and ends the stream', async () => {
    const { base, headers, jobs, ask, release, stop } = await start();
    const job = testJob();
    jobs.known.set(job.id, job);
    await ask('/healthz');
    const stopped = stop();
    await eventually(async () => (await ask('/healthz')).status === 503);
    const stream = await fetch(`${base}/api/v1/jobs/${job.id}/events`, { headers });
    expect(await stream.text()).toMatch(/^retry: 3000\n\nevent: status\n/);
    release();
    await stopped;
  });
});
