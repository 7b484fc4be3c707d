import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testGateway } from '../../testing/testGateway.ts';

type Gateway = Awaited<ReturnType<typeof testGateway>>;

/** A console that answers with what it was asked. */
const seen: { request: IncomingMessage; body: string }[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  seen.push({ request, body });
  answer(request, response);
});
let gateway: Gateway;

function answer({ url }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('content-security-policy', "default-src 'none'; script-src 'self'");
  response.setHeader('set-cookie', 'rotamer_8080=; Path=/');
  if (url === '/w/ws_1/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: ping\n\n');
    return;
  }
  response.writeHead(url === '/w' ? 303 : 200, {
    'content-type': 'text/html',
    ...(url === '/w' && { location: 'w/ws_1/' }),
  });
  response.end('<p>page</p>');
}

const portOf = () => (server.address() as { port: number }).port;

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  gateway = await testGateway({ consoleUrl: `http://127.0.0.1:${portOf()}` });
});
afterAll(async () => {
  await gateway.stop();
  server.closeAllConnections();
  server.close();
});

it('passes a request on with its cookie, query and address, but without a credential in a header', async () => {
  const headers = { cookie: 'rotamer_8080=x', authorization: 'Bearer rot_live_x', 'x-forwarded-for': '192.0.2.9' };
  const { statusCode, body } = await gateway.app.inject({ url: '/w/ws_1/jobs?status=FAILED', headers });
  expect([statusCode, body]).toEqual([200, '<p>page</p>']);
  const { request } = seen.at(-1)!;
  expect(request.url).toBe('/w/ws_1/jobs?status=FAILED');
  expect(request.headers).toMatchObject({ cookie: 'rotamer_8080=x', 'x-forwarded-for': '127.0.0.1' });
  expect(request.headers.authorization).toBeUndefined();
});

it('passes a form on as it is, and redirects, cookies and the policy back', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await gateway.app.inject({ method: 'POST', url: '/w/ws_1/sign-out', headers: form, payload: 'token=a%20b' });
  expect(seen.at(-1)).toMatchObject({ body: 'token=a%20b', request: { method: 'POST' } });
  const { statusCode, headers } = await gateway.app.inject('/w');
  expect([statusCode, headers.location]).toEqual([303, 'w/ws_1/']);
  expect(headers['set-cookie']).toBe('rotamer_8080=; Path=/');
  expect(headers['content-security-policy']).toBe("default-src 'none'; script-src 'self'");
});

it('passes an event stream on while it is open', async () => {
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = gateway.app.server.address() as { port: number };
  const leave = new AbortController();
  const { body, headers } = await fetch(`http://127.0.0.1:${port}/w/ws_1/stream`, { signal: leave.signal });
  expect(headers.get('content-type')).toBe('text/event-stream');
  const { value } = await body!.getReader().read();
  expect(Buffer.from(value!).toString()).toBe('event: ping\n\n');
  leave.abort();
});

it('passes on nothing else, and refuses other methods', async () => {
  const before = seen.length;
  for (const url of ['/wx', '/console', '/tools/w/ws_1']) expect((await gateway.app.inject(url)).statusCode).toBe(404);
  expect((await gateway.app.inject({ method: 'DELETE', url: '/w/ws_1' })).statusCode).toBe(405);
  expect(seen).toHaveLength(before);
});

it('answers HEAD without a body', async () => {
  const { statusCode, body } = await gateway.app.inject({ method: 'HEAD', url: '/w/ws_1' });
  expect([statusCode, body]).toEqual([200, '']);
});

it('says that Rotamer is unavailable while the console does not answer', async () => {
  const lonely = await testGateway({ consoleUrl: 'http://127.0.0.1:1' });
  for (const [accept, type] of [
    ['text/html,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
  ]) {
    const { statusCode, body, headers } = await lonely.app.inject({ url: '/w/ws_1', headers: { accept } });
    expect([statusCode, headers['retry-after'], headers['content-type']]).toEqual([503, '5', type]);
    expect(body).toContain('Rotamer is unavailable');
  }
  await lonely.stop();
});

it('shows people a page, and no JSON, when the gateway is overloaded', async () => {
  const busy = await testGateway({
    consoleUrl: 'http://127.0.0.1:1',
    capacity: { maxInFlight: 1, maxLoopDelayMs: 1, loopDelayMs: () => 10 },
  });
  const { statusCode, body } = await busy.app.inject({ url: '/w/ws_1', headers: { accept: 'text/html' } });
  await busy.stop();
  expect(statusCode).toBe(503);
  expect(body).toContain('<p class="lead">The service is overloaded;');
});

it('does not exist without the address of a console', async () => {
  const alone = await testGateway();
  const { statusCode } = await alone.app.inject('/w');
  await alone.stop();
  expect(statusCode).toBe(404);
});
