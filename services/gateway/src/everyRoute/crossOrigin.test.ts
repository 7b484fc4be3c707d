import { readOrigins } from '@rotamer/http/server/crossOrigin.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { bearer, testGateway } from '../testing/testGateway.ts';

const ours = 'https://app.example.org';

const { app, issueKey, stop } = await testGateway({ corsOrigins: [ours, 'http://localhost:3000'] });
const closed = await testGateway();
afterAll(stop);
afterAll(closed.stop);

const preflight = (url: string, origin = ours, method = 'POST') =>
  app.inject({ method: 'OPTIONS', url, headers: { origin, 'access-control-request-method': method } });

const crossOriginHeaders = (headers: object) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control'));

describe('a page of an allowed origin', () => {
  it('may read the response and the headers that clients need', async () => {
    const { headers } = await app.inject({ url: '/api/v1/account', headers: { ...bearer(issueKey()), origin: ours } });
    expect(headers['access-control-allow-origin']).toBe(ours);
    expect(headers['access-control-expose-headers']).toMatch(
      /Link, Preference-Applied, .*Retry-After, X-RateLimit-Limit.*X-Request-Id/,
    );
    expect(headers.vary).toBe('Origin');
  });

  it.each([
    ['no key', '/api/v1/account', 401],
    ['an unknown path', '/api/v1/nothing', 404],
    ['a signed link that is wrong', '/blobs/x', 403],
    ['a cached document', '/api/v1/openapi.json', 200],
  ])('may read the response to %s', async (_name, url, status) => {
    const answer = await app.inject({ url, headers: { origin: ours } });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([status, ours]);
    expect(String(answer.headers.vary)).toMatch(/^(Accept-Encoding, )?Origin$/);
  });

  it('gets a preflight with the methods and headers that the API accepts', async () => {
    const { statusCode, headers } = await preflight('/api/v1/jobs');
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ours,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS, POST',
      'access-control-max-age': '3600',
    });
    expect(headers['access-control-allow-headers']).toMatch(/^Authorization, Content-Type, Idempotency-Key/);
  });

  it('is never allowed to send credentials', async () => {
    for (const answer of [await preflight('/api/v1/jobs'), await app.inject({ url: '/', headers: { origin: ours } })]) {
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });
});

describe('a page of another origin', () => {
  it.each(['https://evil.example', 'https://app.example.org.evil.example', 'http://app.example.org', 'null', '*'])(
    'may read nothing: %s',
    async (origin) => {
      const read = await app.inject({ url: '/api/v1/account', headers: { ...bearer(issueKey()), origin } });
      for (const { headers } of [read, await preflight('/api/v1/jobs', origin)]) {
        expect(crossOriginHeaders(headers)).toEqual([]);
        expect(headers.vary).toBe('Origin');
      }
    },
  );
});

describe('without the setting', () => {
  it('sends no CORS headers', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const headers = { origin: ours, 'access-control-request-method': 'GET' };
      const answer = await closed.app.inject({ method, url: '/api/v1/account', headers });
      expect([...crossOriginHeaders(answer.headers), answer.headers.vary]).toEqual([undefined]);
    }
  });
});

describe('the setting', () => {
  it('is a list of origins', () => {
    expect(readOrigins('')).toEqual([]);
    expect(readOrigins(' https://a.example, http://localhost:3000 ,')).toEqual([
      'https://a.example',
      'http://localhost:3000',
    ]);
  });

  it.each([
    ['*', 'such as https://app.example.org.'],
    ['null', 'such as https://app.example.org.'],
    ['app.example.org', 'such as https://app.example.org.'],
    ['https://app.example.org/', 'Write https://app.example.org instead.'],
    ['https://app.example.org:443', 'Write https://app.example.org instead.'],
    ['HTTPS://App.example.org/page', 'Write https://app.example.org instead.'],
  ])('refuses %s', (setting, hint) => {
    expect(() => readOrigins(setting)).toThrow(`ROTAMER_CORS_ORIGINS: ${setting} is not an origin such as`);
    expect(() => readOrigins(setting)).toThrow(hint);
  });
});
