import { connect, type Socket } from 'node:net';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';

const STALLED = 20;
const MOST_BYTES = 64 * 1024;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const { app, bus, jobs, issueKey, stop } = await testGateway();
const open = new Set<Socket>();
app.server.on('connection', (socket: Socket) => {
  open.add(socket);
  socket.once('close', () => open.delete(socket));
});
await app.listen({ port: 0, host: '127.0.0.1' });
const clients: Socket[] = [];
afterAll(async () => {
  for (const client of clients) client.destroy();
  await stop();
});

/** A client of a job's events that reads everything or nothing. Returns the received texts once the stream is open. */
async function openEvents({ id }: Job, { reads }: { reads: boolean }): Promise<{ texts: string[] }> {
  const { port } = app.server.address() as { port: number };
  const client = connect(port, '127.0.0.1');
  clients.push(client);
  const { authorization } = bearer(issueKey());
  client.write(`GET /api/v1/jobs/${id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
  const texts: string[] = [];
  client.on('data', (text) => texts.push(text.toString()));
  await eventually(() => texts.join('').includes('event: status'));
  if (!reads) client.pause();
  return { texts };
}

describe('clients that never read', () => {
  it('use little memory, lose their streams, and delay no other client', async () => {
    const job = testJob({ version: 1 });
    jobs.known.set(job.id, job);
    for (let n = 0; n < STALLED; n++) await openEvents(job, { reads: false });
    const stalled = [...open];
    const { texts } = await openEvents(job, { reads: true });

    // Large enough to fill the operating system's buffers, so that every stalled client is behind.
    const error = 'x'.repeat(16_000);
    let version = 1;
    let mostHeld = 0;
    while (!stalled.every((socket) => socket.writableNeedDrain)) {
      bus.tell({ ...job, version: ++version, error: `${version} ${error}` });
      await new Promise((resolve) => setImmediate(resolve));
      mostHeld = Math.max(mostHeld, ...stalled.map((socket) => socket.writableLength));
    }
    const last = version + 100;
    while (version < last) bus.tell({ ...job, version: ++version, error: `${version} ${error}` });
    await eventually(() => texts.join('').slice(-20_000).includes(`"error":"${last} `));
    mostHeld = Math.max(mostHeld, ...stalled.map((socket) => socket.writableLength));
    expect(mostHeld).toBeLessThan(MOST_BYTES);

    vi.advanceTimersByTime(30_000);
    await eventually(() => open.size === 1);
    expect(texts.join('').slice(-500)).toContain('event: ping');
  });
});
