import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { clientTimeouts } from '@rotamer/http/server/clientTimeouts.ts';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { bearer, testGateway } from '../testing/testGateway.ts';

const SLOW = 100;
const timeouts = { headersMs: 600, requestMs: 1_500, silenceMs: 60_000, checkMs: 100 };

const { app, issueKey, stop } = await testGateway({ timeouts });
afterAll(stop);
const base = await app.listen({ port: 0, host: '127.0.0.1' });

/** Sends a beginning and then one byte at a time. Returns what the server sends until it closes the connection. */
async function drip(beginning: string): Promise<{ said: string; ms: number }> {
  const started = performance.now();
  const socket: Socket = connect(Number(new URL(base).port), '127.0.0.1');
  const drops = setInterval(() => socket.write('a'), 50);
  onTestFinished(() => void socket.destroy());
  let said = '';
  socket.write(beginning);
  socket.on('data', (text) => (said += text)).on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drops);
  return { said, ms: performance.now() - started };
}

const head = (key: string) =>
  `POST /api/v1/jobs HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: ${bearer(key).authorization}\r\n`;

describe('a client of a gateway that was starved of CPU', () => {
  it('gets back the time in which the gateway was stalled', async () => {
    const asked = Promise.withResolvers<void>();
    const owed = [1_000];
    const missedMs = () => {
      asked.resolve();
      return owed.pop() ?? 0;
    };
    const other = await testGateway({ timeouts, stalls: { missedMs, stop: () => {} } });
    onTestFinished(other.stop);
    const socket = connect(Number(new URL(await other.app.listen({ port: 0, host: '127.0.0.1' })).port), '127.0.0.1');
    const said = text(socket);
    socket.write('GET /healthz HTTP/1.1\r\n');
    await asked.promise;
    socket.write('Host: x\r\nConnection: close\r\n\r\n');
    expect(await said).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  });
});

describe('a client that sends a byte at a time', () => {
  it.each([
    ['headers', 'GET /api/v1/account HTTP/1.1\r\nX-Slow: ', timeouts.headersMs],
    ['a body', `${head(issueKey())}Content-Length: 1000\r\n\r\n`, timeouts.requestMs],
  ])('gets 408 and is cut off in the middle of %s, while others are served', async (_, beginning, limitMs) => {
    const slow = Array.from({ length: SLOW }, () => drip(beginning));
    let isOver = false;
    const ended = Promise.all(slow).finally(() => {
      isOver = true;
    });
    const statuses = new Set<number>();
    const key = issueKey();
    for (let n = 0; n < 100 && !isOver; n++) {
      statuses.add((await fetch(`${base}/api/v1/account`, { headers: bearer(key) })).status);
    }
    expect(statuses).toEqual(new Set([200]));
    for (const { said, ms } of await ended) {
      expect(said).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
      expect(JSON.parse(said.split('\r\n\r\n')[1]!).error).toEqual({
        code: 'request_timeout',
        message: 'The request did not arrive in time.',
        resolution: 'Send the request again.',
      });
      expect(ms).toBeGreaterThanOrEqual(limitMs - timeouts.checkMs);
    }
  });

  it('has 15 s for headers and 60 s for a body by default', () => {
    expect(clientTimeouts.headersMs + clientTimeouts.checkMs).toBeLessThanOrEqual(15_000);
    expect(clientTimeouts.requestMs + clientTimeouts.checkMs).toBeLessThanOrEqual(60_000);
  });
});
