import { METHODS } from 'node:http';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { readOperations } from '../testing/readOperations.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';

const job = 'job_01kjmma2g0e9dtsezyywpss2bm';

const { app, issueKey, stop } = await testGateway();
afterAll(stop);

/** The methods of every path of the API, with an address for each to be asked from: one has a limit. */
const methodsOf = Map.groupBy(await readOperations(app), ({ path }) => path.replaceAll('{jobId}', job));
const paths = [...methodsOf].map(([path, operations], n) => [path, operations, `10.0.0.${n}`] as const);

describe('a known path', () => {
  it.each(paths)('%s with every other method is 405 with Allow', async (path, operations, remoteAddress) => {
    const allowed = operations.map(({ method }) => method).sort();
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

  it('that cannot be decoded is 400, with a request id', async () => {
    const answer = await app.inject({ url: '/api/v1/tools/%zz' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.code).toBe('validation_error');
    expect(answer.headers['x-request-id']).toBeDefined();
  });
});
