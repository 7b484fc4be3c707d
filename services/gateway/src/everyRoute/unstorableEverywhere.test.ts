import type { InjectOptions } from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readOperations } from '../testing/readOperations.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';

const { app, jobs, files, projects, workflows, sharing, issueKey, stop } = await testGateway();
afterAll(stop);

const services = { jobs, files, projects, workflows };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** All requests to the services, as text. */
const asked = () => JSON.stringify(Object.values(services).map(({ calls }) => calls.map(({ request }) => request)));

let opened: unknown[] = [];
const { openShare } = sharing;
sharing.openShare = (request, scope) => {
  opened.push(request);
  return openShare(request, scope);
};

beforeEach(() => {
  for (const { calls } of Object.values(services)) calls.length = 0;
  opened = [];
});

async function expectNoCall(options: InjectOptions): Promise<void> {
  const headers = { ...bearer(issueKey()), ...options.headers };
  // The stream of the feed does not end, so only heads are read.
  const answer = await app.inject({ ...options, headers, payloadAsStream: true });
  answer.stream().destroy();
  expect(answer.statusCode, JSON.stringify(options)).toBeLessThan(500);
  expect(asked() + JSON.stringify(opened)).not.toContain('\\u0000');
}

const operations = await readOperations(app);
const queries = [
  'project_id',
  'collection_id',
  'q',
  'format',
  'origin',
  'starting_after',
  'attempt_id',
  'node_id',
  'mode',
];

describe('a NUL is never sent to a service', () => {
  it.each(operations)('from the path or query of $method $path', async ({ method, path }) => {
    const url = path.replaceAll(/\{\w+\}/g, 'a%00b');
    const payload = method === 'GET' ? undefined : {};
    if (url !== path) await expectNoCall({ method, url, payload } as InjectOptions);
    for (const name of queries) await expectNoCall({ method, url: `${url}?${name}=a%00b`, payload } as InjectOptions);
  });

  it.each([
    '/tools?q=%00',
    '/tools/%00',
    '/docs/guides/%00',
    '/share/%00',
    '/share/%00/items/%00',
    '/share/job_x?t=%00',
  ])('from the page %s', async (url) => await expectNoCall({ method: 'GET', url }));

  it('from a cookie', async () => {
    const headers = {
      cookie: 'share_invitation=a%00b; share_session_8080=a%00b; sign_in_form=a%00b',
    };
    const job = 'job_01kjmma2g0e9dtsezyywpss2bm';
    await expectNoCall({ method: 'GET', url: `/share/${job}`, headers });
    await expectNoCall({ method: 'POST', url: `/share/${job}`, headers: { ...headers, ...form }, payload: 'key=x' });
  });

  it.each(['key', 'token'])('from the field %s of a form', async (name) => {
    const url = '/share/job_01kjmma2g0e9dtsezyywpss2bm';
    await expectNoCall({ method: 'POST', url, headers: form, payload: `${name}=a%00b` });
  });
});
