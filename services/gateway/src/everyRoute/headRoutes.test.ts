import { testJob } from '@rotamer/present/testing/testJob.ts';
import { Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { testFile } from '../testing/testFiles.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';
import { testInput, testLog } from '../testing/testJobs.ts';
import { fileBytes, storeResult } from '../testing/testResult.ts';

const { app, jobs, files, sharing, blobs, workspace, issueKey, stop } = await testGateway();
afterAll(stop);

const job = await storeResult(blobs);
jobs.known.set(job.id, job);
jobs.logs.set(job.id, testLog());
jobs.inputs.set(job.id, [testInput('>a\nMKV\n'), testInput('MKV', 'files/ws_1/input')]);
await blobs.put('files/ws_1/input', 'MKV');
sharing.known.set(job.id, Visibility.PUBLIC);
const file = testFile();
files.known.set(file.id, file);
await blobs.put(`files/ws_1/${file.id}/content`, '>a\nMKV\n');
const result = await app.inject({ url: `/api/v1/results/${job.id}`, headers: bearer(issueKey()) });
const link = new URL(result.json().files[0].url);

/** The headers, without those that differ between any two responses. Files of pages are sent without a length. */
function comparable(headers: Record<string, unknown>) {
  const {
    date,
    'x-request-id': id,
    'x-ratelimit-remaining': left,
    ratelimit,
    'transfer-encoding': encoding,
    ...rest
  } = headers;
  return {
    ...rest,
    'content-security-policy': String(rest['content-security-policy']).replaceAll(/nonce-[\w-]+/g, ''),
  };
}

describe('HEAD', () => {
  it.each([
    '/',
    '/healthz',
    '/docs',
    '/docs/openapi.json',
    '/docs/guides/errors',
    '/docs/assets/guide.css',
    '/tools',
    '/tools/protein-properties',
    '/tools/nothing',
    `/share/${job.id}`,
    `/share/${job.id}/items/itm_file`,
    '/share/assets/share.css',
    link.pathname + link.search,
    link.pathname,
    '/nothing',
    '/api/v1/openapi.json',
    '/api/v1/account',
    '/api/v1/jobs',
    `/api/v1/jobs/${job.id}/status`,
    `/api/v1/jobs/${job.id}/log`,
    `/api/v1/jobs/${job.id}/ro-crate`,
    `/api/v1/jobs/${job.id}/inputs/1`,
    `/api/v1/jobs/${job.id}/inputs/2`,
    `/api/v1/results/${job.id}`,
    `/api/v1/results/${job.id}/items/itm_file`,
    `/api/v1/results/${job.id}/items/itm_row`,
    '/api/v1/results/job_x/items/itm_file',
    `/api/v1/results/${job.id}/archive`,
    '/api/v1/file-sources',
    `/api/v1/files/${file.id}/bytes`,
    `/api/v1/files/${file.id}/link`,
    '/api/v1/files/file_x/bytes',
  ])('of %s has the status and headers of GET, and no body', async (url) => {
    const headers = bearer(issueKey());
    const [get, head] = [await app.inject({ url, headers }), await app.inject({ method: 'HEAD', url, headers })];
    expect(head.body).toBe('');
    expect(head.statusCode).toBe(get.statusCode);
    expect(comparable(head.headers)).toEqual(comparable(get.headers));
  });

  it('of an event stream has its headers, and opens no stream', async () => {
    const running = testJob();
    jobs.known.set(running.id, running);
    const watch = vi.spyOn(jobs, 'get');
    const headers = bearer(issueKey());
    const answer = await app.inject({ method: 'HEAD', url: `/api/v1/jobs/${running.id}/events`, headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(watch).toHaveBeenCalledOnce();
    const { id: unknown } = testJob();
    expect((await app.inject({ method: 'HEAD', url: `/api/v1/jobs/${unknown}/events`, headers })).statusCode).toBe(404);
  });

  it('of a file reads only its size, and ignores Range', async () => {
    const read = vi.spyOn(blobs, 'get');
    const url = link.pathname + link.search;
    const answer = await app.inject({ method: 'HEAD', url, headers: { range: 'bytes=1-' } });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, String(fileBytes.length)]);
  });

  it('counts once against the rate limit, like GET', async () => {
    const headers = bearer(issueKey());
    const { requestsPerMinute } = workspace.limits!;
    for (const n of [1, 2]) {
      const answer = await app.inject({ method: 'HEAD', url: '/api/v1/account', headers });
      expect(answer.headers['x-ratelimit-remaining']).toBe(String(requestsPerMinute - n));
    }
  });

  it('needs the key and scope of GET', async () => {
    const ask = (headers: object) => app.inject({ method: 'HEAD', url: '/api/v1/files', headers: { ...headers } });
    expect((await ask({})).statusCode).toBe(401);
    expect((await ask(bearer(issueKey({ scopes: ['jobs:read'] })))).statusCode).toBe(403);
  });
});
