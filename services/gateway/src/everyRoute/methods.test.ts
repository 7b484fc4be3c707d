import { METHODS } from 'node:http';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { readOperations } from '../testing/readOperations.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';

const job = 'job_01kjmma2g0e9dtsezyywpss2bm';

const { app, issueKey, stop } = await testGateway();
afterAll(stop);

/** The methods of every path of the API. Each path gets its own client address, because an address has a rate limit. */
const methodsOf = Map.groupBy(await readOperations(app), ({ path }) => path.replaceAll('{jobId}', job));
const paths = [...methodsOf].map(([path, operations], n) => [path, operations, `10.0.0.${n}`] as const);

/** Returns the methods in Allow: HEAD comes with GET, and OPTIONS with every path. */
function allowedOf(methods: string[]): string[] {
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}

describe('a known path', () => {
  it.each(paths)('%s returns 405 with Allow for every other method', async (path, operations, remoteAddress) => {
    const allowed = allowedOf(operations.map(({ method }) => method));
    const headers = { ...bearer(issueKey()), 'content-type': 'text/plain' };
    // CONNECT never reaches an HTTP server's routes.
    for (const method of METHODS.filter((one) => one !== 'CONNECT' && !allowed.includes(one))) {
      const request = { method, url: path, headers, payload: 'x', remoteAddress } as InjectOptions;
      for (const one of [request, { ...request, headers: {} }]) {
        const answer = await app.inject(one);
        expect(answer.statusCode, method).toBe(405);
        expect(answer.headers.allow).toBe(allowed.join(', '));
      }
    }
  });
});

describe('OPTIONS', () => {
  it.each(paths)('of %s is 204 with Allow', async (url, operations, remoteAddress) => {
    const answer = await app.inject({ method: 'OPTIONS', url, remoteAddress });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers.allow).toBe(allowedOf(operations.map(({ method }) => method)).join(', '));
    expect(answer.body).toBe('');
  });

  it.each(['/', '/healthz', '/docs', '/tools', '/share/assets/share.css'])('of %s is 204 with Allow', async (url) => {
    const answer = await app.inject({ method: 'OPTIONS', url });
    expect([answer.statusCode, answer.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});

describe('the 404 of a misspelt path', () => {
  it.each([
    ['/api/v1/jobs/', '/api/v1/jobs'],
    ['//api/v1/jobs', '/api/v1/jobs'],
    ['/api/v1//jobs?limit=1', '/api/v1/jobs'],
    ['/jobs', '/api/v1/jobs'],
    ['/v1/jobs', '/api/v1/jobs'],
    ['/api/jobs/quote', '/api/v1/jobs/quote'],
    ['/v1/jobs/x/status/', '/api/v1/jobs/x/status'],
    ['/API/v1/Account', '/api/v1/account'],
    ['/docs/', '/docs'],
  ])('for %s suggests %s', async (url, meant) => {
    const { statusCode, body } = await app.inject(url);
    expect([statusCode, JSON.parse(body).error.resolution]).toEqual([404, `Use ${meant}.`]);
  });

  it.each(['/api', '/api/v1', '/api/v1/'])('for %s says that it is only a prefix', async (url) => {
    expect((await app.inject(url)).json().error.resolution).toContain('/api/v1/openapi.json');
  });

  it.each(['/nothing', '/api/v2/jobs', `/api/v1/tools/${'x'.repeat(300)}/`])('for %s suggests no path', async (url) => {
    expect((await app.inject(url)).json().error.resolution).toBe('Check the path.');
  });
});

describe('an unknown path', () => {
  it.each(['/nothing', '/api', '/api/v1', '/api/v1/', '/api/v2/jobs', '/api/v1/jobs/', '/API/v1/jobs'])(
    '%s is 404 with every method',
    async (url) => {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'QUERY', 'PROPFIND']) {
        const answer = await app.inject({ method, url } as InjectOptions);
        expect(answer.statusCode, method).toBe(404);
        if (method !== 'HEAD') expect(answer.json().error.code).toBe('not_found');
      }
    },
  );

  it('is a page for a browser, except below /api', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const page = await app.inject({ url: '/nothing', headers });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('Page not found');
    expect((await app.inject({ url: '/nothing', headers, method: 'POST' })).json().error.code).toBe('not_found');
    expect((await app.inject({ url: '/api/v1/nothing', headers })).json().error.code).toBe('not_found');
  });

  it('that cannot be decoded gets 400 with a request id', async () => {
    const answer = await app.inject({ url: '/api/v1/tools/%zz' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.code).toBe('validation_error');
    expect(answer.headers['x-request-id']).toBeDefined();
  });
});
