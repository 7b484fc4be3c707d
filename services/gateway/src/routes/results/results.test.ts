import { hash } from 'node:crypto';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { fileBytes, storeResult } from '../../testing/testResult.ts';

const { app, jobs, blobs, issueKey, stop } = await testGateway();
afterAll(stop);
const headers = bearer(issueKey());
const get = (url: string) => app.inject({ url, headers });

async function addResult(fields = {}) {
  const job = await storeResult(blobs, fields);
  jobs.known.set(job.id, job);
  return job;
}

describe('GET /results/{jobId}', () => {
  it('returns files with links, and structured items', async () => {
    const { id } = await addResult();
    const answer = await get(`/api/v1/results/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      object: 'job_result',
      job_id: id,
      tool: 'protein-properties',
      status: 'COMPLETED',
      completed_at: '2026-03-01T12:00:09.000Z',
      data_source: 'result-manifest-v2',
      files: [{ key: 'itm_file', name: 'properties.tsv', size: fileBytes.length, rank: null }],
      results: [
        { id: 'itm_row', value: { mass: 14313.03 } },
        { id: 'itm_described', file_name: 'properties.tsv' },
      ],
    });
  });

  it('returns links that download the file without a key', async () => {
    const { id } = await addResult();
    const { url } = (await get(`/api/v1/results/${id}`)).json().files[0];
    const { pathname, search } = new URL(url);
    const answer = await app.inject({ url: pathname + search });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(fileBytes);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/tab-separated-values',
      'content-disposition': expect.stringMatching(/^attachment; filename="properties.tsv"/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['http://127.0.0.1:8080', 'tunnel:9000', undefined, 'http://tunnel:9000'],
    ['http://127.0.0.1:8080', 'tunnel:9000', 'evil.example', 'http://tunnel:9000'],
    ['https://lab.example/rotamer', 'tunnel:9000', undefined, 'https://lab.example/rotamer'],
  ])(
    'with the public URL %s, Host %s and X-Forwarded-Host %s gives links to %s',
    async (publicUrl, host, forwarded, base) => {
      const gateway = await testGateway({ publicUrl });
      try {
        const job = await storeResult(gateway.blobs);
        gateway.jobs.known.set(job.id, job);
        const sent = { ...bearer(gateway.issueKey()), host, ...(forwarded && { 'x-forwarded-host': forwarded }) };
        const answer = await gateway.app.inject({ url: `/api/v1/results/${job.id}`, headers: sent });
        expect(answer.json().files[0].url.split('/blobs/')[0]).toBe(base);
      } finally {
        await gateway.stop();
      }
    },
  );

  it('returns partial output of a failed job', async () => {
    const { id } = await addResult({ status: JobStatus.BUDGET_EXCEEDED });
    expect((await get(`/api/v1/results/${id}`)).json()).toMatchObject({ status: 'BUDGET_EXCEEDED', files: [{}] });
  });

  it('returns 409 with Retry-After while the job runs', async () => {
    const fault = new Fault('job_not_completed', 'The job is QUEUED.', { retryAfterSeconds: 5 });
    vi.spyOn(jobs, 'getResult').mockRejectedValueOnce(fault);
    const answer = await get(`/api/v1/results/${testJob().id}`);
    expect(answer.statusCode).toBe(409);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json().error.code).toBe('job_not_completed');
  });

  it('refuses an altered manifest without details', async () => {
    const { id, manifest } = await addResult();
    await blobs.put(manifest!.key, JSON.stringify({ version: 'result-manifest-v2', secret: 1 }));
    const answer = await get(`/api/v1/results/${id}`);
    expect(answer.statusCode).toBe(500);
    expect(answer.json().error).toMatchObject({ code: 'internal_error', message: 'An internal error occurred.' });
  });

  it('reads a manifest only once', async () => {
    const { id } = await addResult();
    await get(`/api/v1/results/${id}`);
    const read = vi.spyOn(blobs, 'get');
    await get(`/api/v1/results/${id}`);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });
});

describe('GET /results/{jobId}/items/{itemId}', () => {
  it.each([
    ['a file by its key', 'itm_file', fileBytes],
    ['the file that a structured item describes', 'itm_described', fileBytes],
    ['the value of another structured item', 'itm_row', '{"mass":14313.03}'],
  ])('returns %s as bytes', async (_name, itemId, bytes) => {
    const { id } = await addResult();
    const answer = await get(`/api/v1/results/${id}/items/${itemId}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-length']).toBe(String(bytes.length));
    expect(answer.body).toBe(bytes);
  });

  it.each(['itm_nothing', 'manifest.json', '..%2F..%2Fsecrets', '%00'])('returns 404 for %s', async (itemId) => {
    const { id } = await addResult();
    const answer = await get(`/api/v1/results/${id}/items/${itemId}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.message).toBe('No such result item.');
  });
});

describe('a range of a file', () => {
  const places = [
    ['its link', async (id: string) => new URL((await get(`/api/v1/results/${id}`)).json().files[0].url)],
    ['the API', async (id: string) => new URL(`http://x/api/v1/results/${id}/items/itm_file`)],
  ] as const;

  it.each(places)('is sent by %s, with an ETag to resume the download', async (_name, placeOf) => {
    const { id } = await addResult();
    const { pathname, search } = await placeOf(id);
    const read = (more: object) => app.inject({ url: pathname + search, headers: { ...headers, ...more } });
    const whole = await read({});
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', etag: `"${hash('sha256', fileBytes)}"` });
    const part = await read({ range: 'bytes=3-', 'if-range': whole.headers.etag });
    expect(part.statusCode).toBe(206);
    expect(part.body).toBe(fileBytes.slice(3));
    expect(part.headers['content-range']).toBe(`bytes 3-${fileBytes.length - 1}/${fileBytes.length}`);
    const other = await read({ range: 'bytes=3-', 'if-range': '"another"' });
    expect([other.statusCode, other.body]).toEqual([200, fileBytes]);
  });
});

describe('GET /blobs/{key}', () => {
  it('refuses a link when any part of it was altered', async () => {
    const { id } = await addResult();
    const url = new URL((await get(`/api/v1/results/${id}`)).json().files[0].url);
    const altered = [
      url.pathname,
      url.pathname.replace('properties.tsv', 'other.tsv') + url.search,
      ...['exp', 'name', 'type', 'sha256', 'sig'].map((part) => {
        const other = new URL(url);
        other.searchParams.set(part, '9999999999');
        return other.pathname + other.search;
      }),
    ];
    for (const target of altered) {
      const answer = await app.inject({ url: target });
      expect(answer.statusCode, target).toBe(403);
      expect(answer.json().error.code).toBe('forbidden');
    }
  });
});
