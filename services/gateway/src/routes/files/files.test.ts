import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { ListFilesResponse } from '@rotamer/proto/files/v1/files.ts';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { formOf } from '../../testing/requests.ts';
import { testFile } from '../../testing/testFiles.ts';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { testProject } from '../../testing/testProjects.ts';

const { app, files, projects, blobs, workspace, issueKey, stop } = await testGateway();
afterAll(stop);
beforeEach(() => {
  files.calls.length = 0;
  files.known.clear();
  files.begun.clear();
});

const project = testProject();
projects.known.set(project.id, project);

const fasta = { name: 'ubiquitin.fasta', bytes: '>a\nMQIFVKTLTGK\n' };
const asked = () => files.calls.map(({ method }) => method);

async function upload(parts: Parameters<typeof formOf>[0], key = issueKey(), more: Record<string, string> = {}) {
  const { payload, headers } = await formOf(parts);
  return app.inject({
    method: 'POST',
    url: '/api/v1/files',
    headers: { ...bearer(key), ...headers, ...more },
    payload,
  });
}

describe('POST /files', () => {
  it('stores the bytes, with size and digest, before it responds', async () => {
    const bytes = Buffer.from(randomBytes(2_000_000).toString('base64'));
    const answer = await upload([['file', { name: 'a.txt', bytes }]]);
    expect(answer.statusCode, answer.body).toBe(201);
    const [begun, finished] = files.calls;
    expect(begun!.request).toMatchObject({ originalName: 'a.txt', storageLimitBytes: 100_000_000 });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const inspected = {
      format: 'TEXT',
      mimeType: 'text/plain',
      previewKind: 'text',
      textual: true,
      units: { lines: 1 },
    };
    expect(finished!.request).toMatchObject({ fileId: answer.json().id, size: bytes.length, sha256, inspected });
    const stored = await blobs.get(`files/ws_1/${answer.json().id}/content`);
    expect(await buffer(stored!.body)).toEqual(bytes);
  });

  it.each([
    ['in UTF-16', Buffer.from('\ufeff>a\nMKV\n', 'utf16le'), { gzip: false, charset: 'utf-16le' }],
    ['in Latin-1', Buffer.from('>M\xfcller\nMKV\n', 'latin1'), { gzip: false, charset: 'windows-1252' }],
    ['that is packed', gzipSync('>a\nMKV\n'), { gzip: true, charset: 'utf-8' }],
  ])('passes to files how to decode a text %s', async (_, bytes, decoding) => {
    const answer = await upload([['file', { name: 'a.fasta', bytes }]]);
    expect(answer.statusCode, answer.body).toBe(201);
    // An older files service would read such a text as UTF-8.
    expect(files.calls[1]!.request).toMatchObject({ inspected: { format: 'FASTA', textual: false, decoding } });
  });

  it('refuses a text that no job can read, with a resolution', async () => {
    const answer = await upload([['file', { name: 'a.fasta', bytes: Buffer.from([0x3e, 0x81, 0x0a, 0x4d]) }]]);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().error).toMatchObject({
      message: expect.stringContaining('Save it as plain text in UTF-8'),
      details: { reason: 'unsupported_encoding' },
    });
  });

  it.each(['first', 'last'])('accepts the file %s among the parts', async (place) => {
    const texts: Parameters<typeof formOf>[0] = [
      ['description', 'Hen egg white'],
      ['tags', 'a,b'],
      ['collection_ids', '["col_1"]'],
      ['project_id', project.id],
    ];
    const answer = await upload(place === 'first' ? [['file', fasta], ...texts] : [...texts, ['file', fasta]]);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(files.calls.at(-1)!.request).toMatchObject({
      description: 'Hen egg white',
      tags: ['a', 'b'],
      collectionIds: ['col_1'],
      projectId: project.id,
    });
  });

  it('reads a text part of type JSON like other text parts', async () => {
    const { payload, headers } = await formOf([
      ['tags', '["kinase, human"]'],
      ['collection_ids', '["col_1"]'],
      ['description', '{"chain":"A"}'],
      ['file', fasta],
    ]);
    const typed = payload.toString().replace(/(name="\w+")\r\n\r\n/g, '$1\r\nContent-Type: application/json\r\n\r\n');
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/files',
      headers: { ...bearer(issueKey()), ...headers },
      payload: typed,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(files.calls.at(-1)!.request).toMatchObject({
      tags: ['kinase, human'],
      collectionIds: ['col_1'],
      description: '{"chain":"A"}',
    });
  });

  it.each([
    ['no file', [['tags', 'a']], 'file: is required'],
    ['a file without a name', [['file', 'text']], 'file: must be a file'],
    [
      'an unknown part',
      [
        ['nonsense', 'x'],
        ['file', fasta],
      ],
      'nonsense: is not a known field',
    ],
    [
      'an unknown part behind the file',
      [
        ['file', fasta],
        ['nonsense', 'x'],
      ],
      'nonsense: is not a known field',
    ],
    ['a file of another name', [['other', fasta]], 'other: is not a known field'],
    [
      'two files',
      [
        ['file', fasta],
        ['file', fasta],
      ],
      'file: is sent more than once',
    ],
    [
      'a list that is none',
      [
        ['file', fasta],
        ['tags', '[1'],
      ],
      'tags: is not a JSON array',
    ],
  ] satisfies [string, Parameters<typeof formOf>[0], string][])(
    'refuses %s and leaves nothing',
    async (_, parts, message) => {
      const answer = await upload(parts);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error).toMatchObject({
        code: 'validation_error',
        message: expect.stringContaining(message),
      });
      expect(files.begun.size).toBe(0);
      expect(files.known.size).toBe(0);
    },
  );

  it('reads no byte of the file when a part before it is invalid', async () => {
    await upload([
      ['nonsense', 'x'],
      ['file', fasta],
    ]);
    expect(asked()).toEqual([]);
  });

  describe.each([
    ['a project that does not exist', testProject(), 404, 'not_found'],
    ['a project of another workspace', testProject({ workspaceId: 'ws_other' }), 404, 'not_found'],
    ['what can be no project', testProject({ id: 'proj_1' }), 404, 'not_found'],
    ['a project that is being deleted', testProject(), 409, 'conflict'],
  ])('refuses %s', (what, refused, status, code) => {
    if (!what.endsWith('exist')) projects.known.set(refused.id, refused);
    if (status === 409) projects.closed.add(refused.id);

    it.each([
      ['before the file, without a byte of it', ['project_id', 'file'], []],
      ['behind the file, and leaves nothing', ['file', 'project_id'], ['beginUpload', 'abortUpload']],
    ] as const)('%s', async (_, names, calls) => {
      const answer = await upload(names.map((name) => [name, name === 'file' ? fasta : refused.id]));
      expect(answer.statusCode, answer.body).toBe(status);
      expect(answer.json().error.code).toBe(code);
      expect(asked()).toEqual(calls);
      expect([...files.begun, ...files.known]).toEqual([]);
    });
  });

  it('needs projects:write for a project_id before or after the file', async () => {
    const key = issueKey({ scopes: ['files:write'] });
    for (const parts of [
      ['project_id', 'file'],
      ['file', 'project_id'],
    ] as const) {
      const answer = await upload(
        parts.map((name) => [name, name === 'file' ? fasta : 'proj_1']),
        key,
      );
      expect(answer.json().error).toMatchObject({ code: 'forbidden', details: { required_scope: 'projects:write' } });
    }
    expect(files.begun.size).toBe(0);
    expect(
      (
        await upload(
          [
            ['file', fasta],
            ['project_id', ''],
          ],
          key,
        )
      ).statusCode,
    ).toBe(201);
  });

  it('stops at the first byte above the reservation, and keeps nothing', async () => {
    vi.spyOn(files, 'beginUpload').mockImplementationOnce(async () => {
      files.begun.add('file_x');
      return {
        fileId: 'file_x',
        key: 'files/ws_1/file_x/content',
        reservedBytes: 10,
        originalName: 'a',
        replayed: false,
      };
    });
    expect((await upload([['file', { name: 'a', bytes: 'x'.repeat(11) }]])).json().error.code).toBe(
      'storage_quota_exceeded',
    );
    expect(await blobs.size('files/ws_1/file_x/content')).toBeUndefined();
    expect(files.begun.size).toBe(0);
  });

  it('refuses a file over 50 MiB by Content-Length, or at the first excess byte', async () => {
    workspace.limits!.storageBytes = 2 ** 40;
    const bytes = Buffer.alloc(50 * 1024 * 1024 + 1, 'A');
    const declared = await upload([['file', { name: 'a', bytes: Buffer.alloc(60_000_000) }]]);
    expect(declared.json().error.code).toBe('payload_too_large');
    expect(asked()).toEqual([]);
    const cut = await upload([['file', { name: 'a', bytes }]]);
    expect(cut.json().error.code).toBe('payload_too_large');
    expect(files.begun.size).toBe(0);
    expect((await upload([['file', { name: 'a', bytes: bytes.subarray(1) }]])).statusCode).toBe(201);
  });

  it('passes on a refusal by files, and leaves nothing', async () => {
    vi.spyOn(files, 'finishUpload').mockRejectedValueOnce(new Fault('validation_error', 'file: is HTML'));
    expect((await upload([['file', fasta]])).statusCode).toBe(400);
    expect(asked()).toContain('abortUpload');
    expect(files.begun.size).toBe(0);
  });

  it('returns 503 when the store fails, and leaves nothing', async () => {
    vi.spyOn(blobs, 'put').mockRejectedValueOnce(new Error('connection reset'));
    const answer = await upload([['file', fasta]]);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(files.begun.size).toBe(0);
  });

  it('limits concurrent uploads per key, per workspace and in the process', async () => {
    const go = Promise.withResolvers<void>();
    let putting = 0;
    const slow = {
      ...blobs,
      put: async (...args: Parameters<typeof blobs.put>) => {
        putting++;
        await go.promise;
        return blobs.put(...args);
      },
    };
    const other = await testGateway({ library: { files, blobs: slow }, uploads: { perKey: 1, inAll: 3 } });
    onTestFinished(other.stop);
    const { payload, headers } = await formOf([['file', fasta]]);
    const send = async (key: string) => {
      const all = { ...headers, ...bearer(key) };
      const answer = await other.app.inject({ method: 'POST', url: '/api/v1/files', headers: all, payload });
      return [answer.statusCode, answer.headers['retry-after']];
    };
    const [one, second] = [other.issueKey(), other.issueKey()];
    const [two, three, four] = ['ws_2', 'ws_3', 'ws_4'].map((workspaceId) => other.issueKey({ workspaceId }));
    const running = [send(one), send(two!)];
    await eventually(() => putting === 2);
    expect([await send(one), await send(second)]).toEqual([
      [429, '5'],
      [429, '5'],
    ]);
    running.push(send(three!));
    await eventually(() => putting === 3);
    expect(await send(four!)).toEqual([503, '5']);
    go.resolve();
    expect(await Promise.all(running)).toEqual(Array(3).fill([201, undefined]));
    expect(await send(one)).toEqual([201, undefined]);
  });

  it('accepts only forms', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
      const request = { method: 'POST', url: '/api/v1/files', payload: '{}' } as const;
      const answer = await app.inject({ ...request, headers: { ...bearer(issueKey()), ...headers } });
      expect(answer.statusCode).toBe(415);
      expect(answer.json().error.message).toContain('multipart/form-data');
    }
    const nothing = await app.inject({ method: 'POST', url: '/api/v1/files', headers: bearer(issueKey()) });
    expect(nothing.statusCode).toBe(415);
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    [
      'an end in the middle',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="tags"\r\n\r\na',
    ],
    [
      'a file that ends in the middle',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nMKV',
    ],
    [
      '__proto__',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--\r\n',
    ],
    ['nothing at all', 'multipart/form-data; boundary=x', ''],
  ])('refuses a form with %s', async (_, type, payload) => {
    const headers = { ...bearer(issueKey()), 'content-type': type };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/files', headers, payload });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().error.code).toBe('validation_error');
    expect(files.begun.size).toBe(0);
  });
});

describe('the other routes of files', () => {
  const get = (url: string) => app.inject({ url: `/api/v1${url}`, headers: bearer(issueKey()) });

  it('show a file in the public API’s fields, also one without content', async () => {
    const file = testFile({ jobId: 'job_1', jobName: 'J', tool: 't', collections: [{ id: 'col_1', name: 'C' }] });
    files.known.set(file.id, file);
    const answer = await get(`/files/${file.id}`);
    expect(answer.json()).toMatchObject({
      object: 'file',
      origin: 'UPLOAD',
      storage_owner: 'FILE_LIBRARY',
      job_type: 't',
      collection_ids: ['col_1'],
      collections: [{ id: 'col_1', name: 'C' }],
      input_reference: { type: 'file', file_id: file.id },
    });
    for (const url of [answer.json().content_url, answer.json().download_url]) {
      expect((await app.inject({ url, headers: bearer(issueKey()) })).statusCode).toBe(404);
    }
  });

  it('pass filters on, and return pages', async () => {
    const collection = newId('col', new Date());
    const last = testFile();
    vi.spyOn(files, 'list').mockImplementationOnce(async (request) => {
      expect(request).toMatchObject({
        limit: 1,
        query: 'lyso%',
        format: 'FASTA',
        origin: 'FILE_ORIGIN_JOB_OUTPUT',
        collectionId: collection,
        unassigned: true,
        mine: true,
      });
      return ListFilesResponse.fromPartial({ files: [last], hasMore: true });
    });
    const filters = `limit=1&q=lyso%25&format=FASTA&origin=JOB_OUTPUT&collection_id=${collection}&unassigned=true&mine=true`;
    const page = (await get(`/files?${filters}`)).json();
    expect(page).toMatchObject({ has_more: true, next_cursor: expect.any(String) });
    await get(`/files?starting_after=${page.next_cursor}`);
    expect(files.calls.at(-1)!.request).toMatchObject({ beforeId: last.id });
  });

  it.each([
    'project_id=',
    'project_id=x',
    'collection_id=',
    'collection_id=x',
    'q=',
    'q=%00',
    'format=',
    'format=%00',
    'origin=',
    'origin=OTHER',
    'mine=',
    'unassigned=',
    'starting_after=',
    'starting_after=x',
    'limit=',
    'nonsense=1',
  ])('refuse the filter %s and name it, without a call', async (filter) => {
    const answer = await get(`/files?${filter}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.details.errors[0].path).toBe(filter.split('=')[0]);
    expect(asked()).toEqual([]);
  });

  it('return 404 to a viewer for an unknown file, and 403 for an existing one', async () => {
    const file = testFile();
    files.known.set(file.id, file);
    const headers = bearer(issueKey({ role: 'viewer' }));
    const remove = (id: string) => app.inject({ method: 'DELETE', url: `/api/v1/files/${id}`, headers });
    expect((await remove(newId('file', new Date()))).statusCode).toBe(404);
    expect((await remove(file.id)).statusCode).toBe(403);
    expect(asked()).not.toContain('delete');
  });
});
