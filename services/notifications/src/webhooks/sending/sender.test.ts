import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { readAllowList } from '@rotamer/kit/outgoing/allowList.ts';
import { expect, it, onTestFinished } from 'vitest';
import { KEPT_ANSWER_BYTES, openSender } from './sender.ts';

const allow = readAllowList('127.0.0.1');

async function receiver(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`;
}

function open(totalMs = 5_000) {
  const sender = openSender({ allow, connectMs: 1_000, totalMs });
  onTestFinished(() => sender.close());
  return (url: string, headers: Record<string, string> = {}) => sender.send({ url, headers, body: '{"a":1}' });
}

it('posts the body with its headers, and returns status, answer and duration', async () => {
  const url = await receiver(async (request, response) => {
    const body = (await request.toArray()).join('');
    response.writeHead(202).end(`${request.method} ${request.url} ${request.headers['webhook-id']} ${body}`);
  });
  const outcome = await open()(url, { 'webhook-id': 'evt_1' });
  expect(outcome).toEqual({ status: 202, answer: 'POST /hook?x=1 evt_1 {"a":1}', durationMs: expect.any(Number) });
});

it('keeps the first 4 KiB of an endless answer, and ends it', async () => {
  let closed = false;
  const url = await receiver((_, response) => {
    const timer = setInterval(() => response.write('x\u0000'.repeat(10_000)), 1);
    response.on('close', () => {
      closed = true;
      clearInterval(timer);
    });
  });
  const { status, answer } = await open()(url);
  expect(status).toBe(200);
  expect(answer).toHaveLength(KEPT_ANSWER_BYTES);
  expect(answer).not.toContain('\u0000');
  await expect.poll(() => closed).toBe(true);
});

it.each([
  [429, '120', 120_000],
  [503, '5', 5_000],
  [503, 'soon', undefined],
  [503, '-5', undefined],
  [500, '120', undefined],
  [429, undefined, undefined],
])('returns how long a receiver asks to wait with %s and Retry-After: %s', async (status, asked, retryAfterMs) => {
  const url = await receiver((_, response) => {
    response.writeHead(status, asked === undefined ? {} : { 'retry-after': asked }).end();
  });
  expect(await open()(url)).toMatchObject({ status, retryAfterMs });
});

it('reads a date in Retry-After', async () => {
  const url = await receiver((_, response) => {
    response.writeHead(503, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }).end();
  });
  const { retryAfterMs } = await open()(url);
  expect(retryAfterMs).toBeGreaterThan(30_000);
  expect(retryAfterMs).toBeLessThanOrEqual(60_000);
});

it.each([
  ['never answers', () => {}],
  ['sends no end of its answer', (_, response) => void response.write('a')],
] satisfies [string, RequestListener][])('gives up a receiver that %s', async (_, answer) => {
  const outcome = await open(300)(await receiver(answer));
  expect(outcome).toMatchObject({ error: 'timeout' });
  expect(outcome.durationMs).toBeLessThan(3_000);
});

it('gives up a receiver that sends its answer byte by byte', async () => {
  const url = await receiver((_, response) => {
    const timer = setInterval(() => response.write('a'), 20);
    response.on('close', () => clearInterval(timer));
  });
  expect(await open(300)(url)).toMatchObject({ error: 'timeout' });
});

it.each([
  ['is closed', 'connection_failed', undefined],
  ['has no status line', 'invalid_answer', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
  ['has headers without an end', 'invalid_answer', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
])('reports an answer that %s as %s', async (_, error, answer) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    if (answer === undefined) socket.destroy();
    else socket.write(answer);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  expect(await open()(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).toMatchObject({ error });
});

it('reports a closed port, an unknown name and a server without TLS', async () => {
  const url = await receiver(() => {});
  const send = open(2_000);
  expect(await send('http://127.0.0.1:1025/')).toMatchObject({ error: 'connection_refused' });
  expect(await send(url.replace('http:', 'https:'))).toMatchObject({ error: 'tls_failed' });
});

it('is not delayed by hanging requests to the same host', async () => {
  const url = await receiver((request, response) => {
    if (request.headers.slow === undefined) response.end('quick');
  });
  const send = open(3_000);
  const slow = Array.from({ length: 50 }, () => send(url, { slow: '1' }));
  expect(await send(url)).toMatchObject({ status: 200, answer: 'quick' });
  const outcomes = await Promise.all(slow);
  expect(new Set(outcomes.map(({ error }) => error))).toEqual(new Set(['timeout']));
});
