import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { listenOptions, serverOptions } from './serverOptions.ts';

it.each([
  ['127.0.0.1:8080', { host: '127.0.0.1', port: 8080 }],
  ['[::1]:8080', { host: '::1', port: 8080 }],
  ['example.org', { host: 'example.org', port: 80 }],
])('reads host and port of %s', (address, read) => {
  expect(listenOptions(address)).toEqual(read);
});

it('bounds the time of a request and of a silent connection', async () => {
  const app = fastify(serverOptions({ log: quietLog, trustedProxies: '' }));
  await app.ready();
  expect(app.server).toMatchObject({ requestTimeout: 55_000, timeout: 75_000, keepAliveTimeout: 65_000 });
  await app.close();
});

it('trusts X-Forwarded-For only of the named proxies', async () => {
  for (const [trustedProxies, seen] of [
    ['', '127.0.0.1'],
    ['127.0.0.0/8', '192.0.2.7'],
  ] as const) {
    const app = fastify(serverOptions({ log: quietLog, trustedProxies }));
    app.get('/', async ({ ip }) => ip);
    const { body } = await app.inject({ url: '/', headers: { 'x-forwarded-for': '192.0.2.7' } });
    expect(body).toBe(seen);
    await app.close();
  }
});
