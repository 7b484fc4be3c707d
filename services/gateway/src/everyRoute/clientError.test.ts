import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { testGateway } from '../testing/testGateway.ts';

const { app, stop } = await testGateway();
afterAll(stop);
await app.listen({ port: 0, host: '127.0.0.1' });

/** Sends bytes and returns the server's response, once the server has closed the connection. */
async function say(bytes: string): Promise<{ status: string; headers: string; body: { error: { code: string } } }> {
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const [status = '', ...headers] = head.split('\r\n');
  return { status, headers: headers.join('\n'), body: JSON.parse(body) };
}

describe('a request that Node rejects', () => {
  it.each([
    ['nonsense', 'hello\r\n\r\n', '400 Bad Request', 'validation_error'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nbad header\r\n\r\n', '400 Bad Request', 'validation_error'],
    [
      'two lengths of one body',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      '400 Bad Request',
      'validation_error',
    ],
    ['a method nobody knows of no route', 'FOO /x HTTP/1.1\r\nHost: x\r\n\r\n', '404 Not Found', 'not_found'],
    [
      'a method nobody knows of a route',
      'FOO /api/v1/jobs?x=1 HTTP/1.1\r\nHost: x\r\n\r\n',
      '405 Method Not Allowed',
      'method_not_allowed',
    ],
    [
      'headers of 20 KiB',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'payload_too_large',
    ],
  ])('%s gets the error envelope and the usual headers', async (_name, bytes, status, code) => {
    const answer = await say(bytes);
    expect(answer.status).toBe(`HTTP/1.1 ${status}`);
    expect(answer.headers).toMatch(/^x-request-id: [0-9a-f-]{36}$/m);
    expect(answer.headers).toMatch(/^x-ratelimit-limit: 600$/m);
    expect(answer.headers.includes('\nallow: GET, HEAD, OPTIONS, POST\n')).toBe(code === 'method_not_allowed');
    expect(answer.body.error).toEqual({ code, message: expect.any(String), resolution: expect.any(String) });
  });

  it.each([
    ['no Host', '', '400 Bad Request', 'Host: is required in HTTP/1.1'],
    ['two Hosts', 'Host: a\r\nhost: b\r\n', '400 Bad Request', 'Host: is sent more than once'],
    ['a wrong Host', 'Host: a/b@c\r\n', '400 Bad Request', 'Host: is not a host with or without a port'],
    ['an unknown expectation', 'Host: a\r\nExpect: fish\r\n', '401 Unauthorized', 'The API key is missing or invalid.'],
  ])('%s gets the error envelope and rate limit headers', async (_name, headers, status, message) => {
    const answer = await say(`GET /api/v1/jobs HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
    expect(answer.status).toBe(`HTTP/1.1 ${status}`);
    expect(answer.headers).toMatch(/^x-ratelimit-limit: 600$/m);
    expect(answer.body.error).toMatchObject({ message, resolution: expect.any(String) });
  });

  it('CONNECT gets 405, because this is not a proxy', async () => {
    const answer = await say('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n');
    expect(answer.status).toBe('HTTP/1.1 405 Method Not Allowed');
    expect(answer.body.error).toMatchObject({ code: 'method_not_allowed', message: 'This is not a proxy.' });
  });
});
