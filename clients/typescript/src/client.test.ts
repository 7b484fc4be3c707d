import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Rotamer, ValidationError } from './index.ts';
import { API_KEY, cut, fakeApi, jobOf, json, refusal } from './testing/fakeApi.ts';
import type { JobRequest } from './types.ts';

const request: JobRequest = { tool: 'protein-properties', name: 'Insulin', input: { inputs: [] } };

describe('a submission', () => {
  it('is sent again with the same key when its response is lost', async () => {
    const { client, requests } = fakeApi(cut, json(jobOf('QUEUED'), 202));
    const job = await client.jobs.submit(request);
    expect(job.id).toBe('job_1');
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(requests[0]!.body).toBe(requests[1]!.body);
  });

  it('has its own key for each call', async () => {
    const { client, requests } = fakeApi(json(jobOf('QUEUED'), 202));
    await client.jobs.submit(request);
    await client.jobs.submit(request);
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('waits as long as Retry-After says', async () => {
    const limited = refusal(429, 'rate_limited', { headers: { 'retry-after': '7' } });
    const { client, time } = fakeApi(limited, json(jobOf('QUEUED'), 202));
    await client.jobs.submit(request);
    expect(time.waited).toEqual([7000]);
  });

  it('asks to wait for the end of a job that is run, and then needs no second request', async () => {
    const { client, requests } = fakeApi(json(jobOf('COMPLETED'), 202));
    const seen: string[] = [];
    const job = await client.jobs.run(request, { onState: ({ status }) => seen.push(status) });
    expect([job.ended, seen, requests.length]).toEqual([true, ['COMPLETED'], 1]);
    expect(requests[0]!.headers.get('prefer')).toBe('wait=5');
    await client.jobs.submit(request);
    expect(requests[1]!.headers.get('prefer')).toBeNull();
  });

  it('asks for a mail at the end of the job, beside other preferences', async () => {
    const { client, requests } = fakeApi(json(jobOf('QUEUED'), 202));
    await client.jobs.submit(request, { waitSeconds: 3, notify: true });
    await client.jobs.submit(request, { notify: true });
    expect(requests.map(({ headers }) => headers.get('prefer'))).toEqual(['wait=3, notify=mail', 'notify=mail']);
  });

  it('is not repeated when its price has changed', async () => {
    const { client, requests } = fakeApi(refusal(409, 'price_changed'));
    await expect(client.jobs.submit(request)).rejects.toMatchObject({ name: 'PriceChangedError', status: 409 });
    expect(requests).toHaveLength(1);
  });
});

describe('a cancellation', () => {
  const taken = refusal(409, 'conflict', { details: { current_status: 'CANCELLED' } });

  it('succeeds when an earlier attempt of the same call has cancelled the job', async () => {
    const { client } = fakeApi(cut, taken, json(jobOf('CANCELLED')));
    expect((await client.jobs.cancel('job_1')).job.status).toBe('CANCELLED');
  });

  it('is a conflict when someone else has cancelled the job before', async () => {
    const { client } = fakeApi(taken);
    await expect(client.jobs.cancel('job_1')).rejects.toMatchObject({ name: 'ConflictError' });
  });
});

describe('a stop', () => {
  it('sends POST /jobs/{id}/stop, and succeeds when an earlier attempt has stopped the job', async () => {
    const taken = refusal(409, 'conflict', { details: { current_status: 'CANCELLED' } });
    const { client, requests } = fakeApi(cut, taken, json(jobOf('CANCELLED')));
    expect(await client.jobs.stop('job_1')).toMatchObject({ object: 'job_stop', job: { status: 'CANCELLED' } });
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/api/v1/jobs/job_1/stop' });
    await expect(fakeApi(taken).client.jobs.stop('job_1')).rejects.toMatchObject({ name: 'ConflictError' });
    const kept = refusal(409, 'conflict', { details: { current_status: 'BUDGET_EXCEEDED' } });
    const again = fakeApi(cut, kept, json(jobOf('BUDGET_EXCEEDED'))).client;
    expect((await again.jobs.stop('job_1')).job.status).toBe('BUDGET_EXCEEDED');
  });
});

describe('an upload', () => {
  const inUse = refusal(409, 'conflict', {
    details: { reason: 'idempotency_key_in_use' },
    headers: { 'retry-after': '1' },
  });

  it('is sent again with the same key after a lost response, and waits for a running one', async () => {
    const { client, requests, time } = fakeApi(cut, inUse, json({ object: 'file', id: 'file_1' }));
    expect((await client.files.upload('>a\nMKV', 'a.fasta')).id).toBe('file_1');
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(time.waited).toEqual([250, 1000]);
  });

  it('is refused when its key was used for another file', async () => {
    const { client, requests } = fakeApi(refusal(409, 'conflict', { details: { reason: 'idempotency_key_reused' } }));
    const uploading = client.files.upload('>a\nMKV', 'a.fasta', { idempotencyKey: 'one' });
    await expect(uploading).rejects.toMatchObject({ name: 'ConflictError' });
    expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['one']);
  });
});

describe('a deletion', () => {
  it('succeeds when an earlier attempt of the same call has deleted the file', async () => {
    const { client } = fakeApi(cut, refusal(404, 'not_found'));
    expect(await client.files.delete('file_1')).toMatchObject({ deleted: true });
  });
});

describe('a list', () => {
  it('iterates over all pages', async () => {
    const page = (ids: string[], next: string | null) =>
      json({ object: 'list', data: ids.map((id) => ({ id })), has_more: next !== null, next_cursor: next });
    const { client, requests } = fakeApi(page(['a', 'b'], 'x='), page(['c'], null));
    const ids: string[] = [];
    for await (const { id } of client.jobs.list({ limit: 2, label: ['plate=7', 'robot=a'] })) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(requests[1]!.path).toBe('/api/v1/jobs?limit=2&label=plate%3D7%2Crobot%3Da&starting_after=x%3D');
  });

  it('reads no more pages than are needed', async () => {
    const page = json({ object: 'list', data: [{ id: 'a' }, { id: 'b' }], has_more: true, next_cursor: 'x' });
    const { client, requests } = fakeApi(page);
    expect(await client.jobs.list().take(2)).toHaveLength(2);
    expect(requests).toHaveLength(1);
  });
});

describe('an error', () => {
  it('has everything that the API returned', async () => {
    const details = { errors: [{ path: 'name', message: 'is required' }] };
    const { client } = fakeApi(refusal(400, 'validation_error', { details }));
    const error = await client.jobs.quote(request).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({
      code: 'validation_error',
      message: 'It is validation_error.',
      resolution: 'Do something.',
      details,
      requestId: 'req_12345678',
      problems: details.errors,
    });
  });

  it('reports the address also when a proxy returns a page', async () => {
    const { client } = fakeApi(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(client.account()).rejects.toMatchObject({ name: 'ServerError', status: 502, code: 'http_502' });
  });

  it('names the reason of a broken connection', async () => {
    const { client, time } = fakeApi(cut);
    await expect(client.account()).rejects.toThrow('GET http://rotamer.test/api/v1/account: ECONNRESET');
    expect(time.now()).toBe(60_000);
  });
});

describe('a client', () => {
  it('never shows its key', async () => {
    const { client } = fakeApi(refusal(401, 'unauthorized'));
    const error = await client.account().catch((thrown) => thrown);
    for (const text of [
      inspect(client, { depth: 9, showHidden: true }),
      JSON.stringify(client),
      inspect(error, { depth: 9 }),
    ]) {
      expect(text).not.toContain('SECRET');
    }
    expect(inspect(client)).toContain('rot_live_4fGh7sKq…');
    expect(API_KEY).toContain('SECRET');
  });

  it('sends its key only to the service, not to signed links', async () => {
    const { client, requests } = fakeApi(
      json({ object: 'job_result', job_id: 'job_1', files: [], results: [] }),
      () => new Response('bytes'),
    );
    const results = await client.jobs.results('job_1');
    await results.open({ url: 'https://elsewhere.test/x', key: 'itm_1' } as never);
    expect(requests.map(({ headers }) => headers.has('authorization'))).toEqual([true, false]);
  });

  it('accepts a base URL with or without slash and API path', () => {
    for (const end of ['', '/', '/api/v1', '/api/v1/']) {
      expect(new Rotamer({ baseUrl: `https://rotamer.test/lab${end}` }).baseUrl).toBe('https://rotamer.test/lab');
    }
    expect(() => new Rotamer({ baseUrl: 'rotamer.test' })).toThrow('must begin with http');
  });
});
