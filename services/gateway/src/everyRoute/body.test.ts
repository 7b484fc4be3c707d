import { gzipSync } from 'node:zlib';
import type { Operation } from '@rotamer/api/operation/operation.ts';
import { operations } from '@rotamer/api/operations.ts';
import { cpuMs } from '@rotamer/kit/testing/cpuMs.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { submission } from '../testing/requests.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';

const gateway = await testGateway();
afterAll(gateway.stop);

beforeEach(async () => {
  gateway.jobs.calls.length = 0;
});

async function post(
  payload: string | Buffer | undefined,
  headers: Record<string, string> = {},
  url = '/jobs',
  method: Operation['method'] = 'POST',
) {
  const answer = await gateway.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { ...bearer(gateway.issueKey()), 'content-type': 'application/json', ...headers },
    payload,
  });
  return { status: answer.statusCode, code: answer.json().error?.code, message: answer.json().error?.message };
}

/** A valid submission of exactly this many bytes. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify(submission({}, { content: '' }));
  return JSON.stringify(submission({}, { content: 'A'.repeat(bytes - Buffer.byteLength(empty)) }));
}

describe('a body of JSON', () => {
  it('may be 512 KiB long', async () => {
    expect((await post(bodyOf(512 * 1024))).status).toBe(202);
  });

  it('may not be one byte longer', async () => {
    expect(await post(bodyOf(512 * 1024 + 1))).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect(gateway.jobs.calls).toEqual([]);
  });

  it.each([
    ['half of it', '{"tool":'],
    ['nothing', ''],
    ['NaN', '{"tool":NaN}'],
    ['a comment', '{} // hello'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('is refused as invalid_json when it is %s', async (_name, payload) => {
    expect(await post(payload)).toMatchObject({ status: 400, code: 'invalid_json' });
  });

  it.each([
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['__proto__', '{"\\u005f_proto__":{"admin":true}}'],
    ['input.inputs[0].metadata.__proto__', '{"input":{"inputs":[{"metadata":{"__proto__":1}}]}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{}}}'],
    ['constructor.prototype', '{"\\u0063onstructor":{"prototype":{}}}'],
  ])('is refused when it has %s, with that path', async (path, payload) => {
    const message = `${path}: is not allowed as the name of a field`;
    expect(await post(payload)).toMatchObject({ status: 400, code: 'validation_error', message });
  });

  it('may have a field named constructor or prototype', async () => {
    const settings = { constructor: 1, prototype: 2 };
    expect((await post(JSON.stringify(submission({ settings })))).status).toBe(202);
  });

  it('may begin with a byte order mark', async () => {
    expect((await post(`\ufeff${JSON.stringify(submission())}`)).status).toBe(202);
  });

  it('gets an error that says where and why it is not JSON', async () => {
    expect(await post('{\n  "tool": "x",\n  "settings": {"cutoff": NaN}\n}')).toMatchObject({
      code: 'invalid_json',
      message:
        'The body is not valid JSON: line 3, column 26 (settings.cutoff): NaN is not JSON; write null, or leave the field out.',
    });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    'is refused as unsupported_media_type when it says it is %s',
    async (type) => {
      const refused = { status: 415, code: 'unsupported_media_type' };
      expect(await post(JSON.stringify(submission()), { 'content-type': type })).toMatchObject(refused);
    },
  );

  it('is refused as unsupported_media_type when neither type nor body is sent', async () => {
    const headers = bearer(gateway.issueKey());
    const answer = await gateway.app.inject({ method: 'POST', url: '/api/v1/jobs', headers });
    expect(answer.statusCode).toBe(415);
  });

  it.each(['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'gzip, br'])(
    'is refused as unsupported_media_type when it says it is encoded as %s, whether or not it is',
    async (encoding) => {
      for (const body of [JSON.stringify(submission()), gzipSync(JSON.stringify(submission()))]) {
        expect(await post(body, { 'content-encoding': encoding })).toMatchObject({
          status: 415,
          code: 'unsupported_media_type',
          message: `Content-Encoding: ${encoding} is not supported.`,
        });
      }
      expect(gateway.jobs.calls).toEqual([]);
    },
  );

  it('may declare the encoding identity', async () => {
    expect((await post(JSON.stringify(submission()), { 'content-encoding': 'identity' })).status).toBe(202);
  });

  it('may declare its charset', async () => {
    const type = 'application/json; charset=UTF-8';
    expect((await post(JSON.stringify(submission()), { 'content-type': type })).status).toBe(202);
  });
});

describe('numbers that grow by re-encoding', () => {
  const numbers = (count: number) => Array(count).fill(1).join().replaceAll('1', '1e20');
  const withSettings = (json: string) => JSON.stringify(submission({ settings: { a: 'X' } })).replace('"X"', json);

  it.each([
    ['settings', (json: string) => withSettings(json)],
    ['metadata', (json: string) => JSON.stringify(submission({}, { metadata: { a: 'X' } })).replace('"X"', json)],
  ])('are refused when %s would become too large, and the field is named', async (field, bodyWith) => {
    const body = bodyWith(`[${numbers(30_000)}]`);
    expect(body.length).toBeLessThan(512 * 1024);
    const refusal = { status: 400, code: 'validation_error', message: expect.stringContaining(field) };
    expect(await post(body)).toMatchObject(refusal);
    const { name: _name, ...quote } = JSON.parse(body);
    const written = JSON.stringify(quote).replaceAll('100000000000000000000', '1e20');
    expect(await post(written, {}, '/jobs/quote')).toMatchObject(refusal);
    expect(gateway.jobs.calls).toEqual([]);
  });

  it('are accepted when they fit', async () => {
    expect((await post(withSettings(`[${numbers(2_000)}]`))).status).toBe(202);
  });
});

describe('a field that is sent twice', () => {
  const project = (first: string, second: string) =>
    JSON.stringify(submission()).replace('{', `{"project_id":${first},`).replace(/}$/, `,"project_id":${second}}`);

  it('has its last value, for authorisation as for processing', async () => {
    const key = gateway.issueKey({ scopes: ['jobs:write'] });
    const send = (payload: string) => post(payload, bearer(key));
    expect(await send(project('"proj_1"', 'null'))).toMatchObject({ status: 202 });
    expect(gateway.jobs.calls.at(-1)!.request).toMatchObject({ projectId: undefined });
    expect(await send(project('null', '"proj_1"'))).toMatchObject({ status: 403, code: 'forbidden' });
  });
});

describe('hostile JSON', () => {
  const deep = (levels: number) => `{"settings":${'[1,'.repeat(levels)}1${']'.repeat(levels)}}`;
  const wide = JSON.stringify(
    submission({ settings: Object.fromEntries(Array.from({ length: 51_000 }, (_, i) => [i, 0])) }),
  );

  it.each([
    ['1,000 levels deep', deep(1_000), 'settings'],
    ['100,000 levels deep', deep(100_000), 'settings'],
    ['with 51,000 keys', wide, 'settings'],
    ['with 170,000 empty inputs', `{"input":{"inputs":[${'{},'.repeat(170_000)}{}]}}`, 'body'],
    [
      'with 10,000 empty inputs',
      `{"tool":"x","name":"x","input":{"inputs":[${'{},'.repeat(10_000)}{}]}}`,
      'input.inputs',
    ],
  ])('%s is refused quickly, with its path', async (_name, payload, path) => {
    const started = cpuMs();
    const { status, code, message } = await post(payload);
    expect({ status, code }).toEqual({ status: 400, code: 'validation_error' });
    expect(message.startsWith(path)).toBe(true);
    expect(message.length).toBeLessThan(1_000);
    expect(cpuMs() - started).toBeLessThan(2_000);
  });
});

describe('a route with an optional body', () => {
  // DELETE /projects/{projectId} also reads its fields from the query, and null beside them counts as no body.
  const optional = operations.filter(({ id, optionalBody }) => optionalBody && id !== 'deleteProject');
  const urlOf = ({ path }: Operation) => path.replace(/\{\w+\}/g, 'job_nobody');

  it.each(optional.map((each) => [each.id, each] as const))(
    '%s refuses null, as its contract does',
    async (_, each) => {
      const key = { 'idempotency-key': 'null' };
      expect(await post('null', key, urlOf(each), each.method)).toMatchObject({
        status: 400,
        code: 'validation_error',
        message: 'body: must be object',
      });
    },
  );

  it.each([undefined, '', '{}'])('accepts %j', async (payload) => {
    expect(await post(payload, {}, '/jobs/job_nobody/rerun/quote')).toMatchObject({ status: 404 });
  });
});

describe('a route without a body', () => {
  it.each([undefined, '', '{}', 'null'])('accepts %j', async (payload) => {
    expect(await post(payload, {}, '/jobs/job_nobody/cancel')).toMatchObject({ status: 404 });
  });

  it('refuses a field and names it', async () => {
    expect(await post('{"force":true}', {}, '/jobs/job_nobody/cancel')).toMatchObject({
      status: 400,
      message: 'force: is not a known field',
    });
  });
});
