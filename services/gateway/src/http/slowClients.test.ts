import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { submission } from '../testing/requests.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';
import { clientTimeouts } from './clientTimeouts.ts';

const SLOW = 100;
const timeouts = { headersMs: 600, requestMs: 1_500, silenceMs: 60_000, checkMs: 100 };

const { app, issueKey, stop } = await testGateway({ timeouts });
afterAll(stop);
const base = await app.listen({ port: 0, host: '127.0.0.1' });

/** Sends a beginning and then a byte at a time; answers what the server says until it closes the connection. */
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

/** Holds the event loop, as a machine does that has no processor for this process. */
function stall(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** A client that sends the first part, and the second when the gateway has read the first; what it is answered. */
async function sendAround(first: string, second: string, stallMs: number): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let said = '';
  socket.on('data', (text) => (said += text));
  const read = once(app.server, 'connection').then(([its]: Socket[]) =>
    eventually(() => its!.bytesRead === first.length),
  );
  socket.write(first);
  await read;
  await new Promise<void>((resolve) => socket.write(second, () => resolve()));
  stall(stallMs);
  await once(socket, 'close');
  return said;
}

describe('a client that sent all in time, while the gateway did not listen', () => {
  const body = JSON.stringify(submission());
  const request = `${head(issueKey())}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  it.each([
    ['its headers', 20, timeouts.headersMs],
    ['its body', request.length - 20, timeouts.requestMs],
  ])('is answered when it could not be heard in the middle of %s', async (_, at, limitMs) => {
    const said = await sendAround(request.slice(0, at), request.slice(at), limitMs + 500);
    expect(said).toMatch(/^HTTP\/1.1 202 Accepted\r\n/);
  });

  it('is blamed all the same when it sends no more for as long as the gateway listens', async () => {
    const said = await sendAround(request.slice(0, 20), request.slice(20, 30), timeouts.headersMs + 500);
    expect(said).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
  });
});

describe('a client that sends a byte at a time', () => {
  it.each([
    ['headers', 'GET /api/v1/account HTTP/1.1\r\nX-Slow: ', timeouts.headersMs],
    ['a body', `${head(issueKey())}Content-Length: 1000\r\n\r\n`, timeouts.requestMs],
  ])('is told 408 and cut off in the middle of %s, while others are answered', async (_, beginning, limitMs) => {
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
        resolution: 'Send it again.',
      });
      expect(ms).toBeGreaterThanOrEqual(limitMs - timeouts.checkMs);
    }
  });

  it('has 15 s for headers and 60 s for a body in real life', () => {
    expect(clientTimeouts.headersMs + clientTimeouts.checkMs).toBeLessThanOrEqual(15_000);
    expect(clientTimeouts.requestMs + clientTimeouts.checkMs).toBeLessThanOrEqual(60_000);
  });
});
