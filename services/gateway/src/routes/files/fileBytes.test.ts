import { hash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { testFile } from '../../testing/testFiles.ts';
import { bearer, testGateway } from '../../testing/testGateway.ts';

const { app, files, blobs, issueKey, stop } = await testGateway();
afterAll(stop);
const headers = bearer(issueKey({ scopes: ['files:read'] }));
const get = (url: string, more: object = {}) => app.inject({ url, headers: { ...headers, ...more } });

const content = Buffer.from('<script>alert(1)</script>\u00ff\n', 'latin1');
const name = 'a "b";\u202e ü.html\r\nset-cookie: x';

async function addFile(fields: Parameters<typeof testFile>[0] = {}, bytes: Uint8Array = content) {
  const file = testFile({ originalName: name, size: bytes.length, sha256: hash('sha256', bytes), ...fields });
  files.known.set(file.id, file);
  await blobs.put(`files/ws_1/${file.id}/content`, bytes);
  return file;
}

describe('GET /files/{fileId}/bytes', () => {
  it('returns the bytes as an attachment that no browser renders', async () => {
    const { id, sha256 } = await addFile();
    const answer = await get(`/api/v1/files/${id}/bytes`);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(content);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
    });
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/,
    );
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('returns a range, and the whole file when If-Range names other bytes', async () => {
    const { id, sha256 } = await addFile();
    const part = (more: object) => get(`/api/v1/files/${id}/bytes`, { range: 'bytes=3-', ...more });
    const same = await part({ 'if-range': `"${sha256}"` });
    expect([same.statusCode, same.headers['content-range']]).toEqual([
      206,
      `bytes 3-${content.length - 1}/${content.length}`,
    ]);
    expect(same.rawPayload).toEqual(content.subarray(3));
    const other = await part({ 'if-range': '"other"' });
    expect([other.statusCode, other.rawPayload]).toEqual([200, content]);
  });

  it('returns 416 with the size for a range after the last byte', async () => {
    const { id } = await addFile();
    const answer = await get(`/api/v1/files/${id}/bytes`, { range: `bytes=${content.length}-` });
    expect(answer.statusCode).toBe(416);
    expect(answer.headers['content-range']).toBe(`bytes */${content.length}`);
    expect(answer.json().error.code).toBe('range_not_satisfiable');
  });

  it('returns an empty file for any range', async () => {
    const { id } = await addFile({}, Buffer.alloc(0));
    const answer = await get(`/api/v1/files/${id}/bytes`, { range: 'bytes=0-' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });

  it('returns 404 for an unknown file', async () => {
    for (const id of [testFile().id, 'file_1', '..%2Fx']) {
      for (const path of ['bytes', 'link']) {
        expect((await get(`/api/v1/files/${id}/${path}`)).statusCode, `${id}/${path}`).toBe(404);
      }
    }
  });

  it('hides where the bytes should be when the store has lost them', async () => {
    const file = testFile();
    files.known.set(file.id, file);
    const answer = await get(`/api/v1/files/${file.id}/bytes`);
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('ws_1');
  });
});

describe('GET /files/{fileId}/link', () => {
  it('returns a link that downloads the file without a key, at the address of the client', async () => {
    const { id, sha256 } = await addFile({ mimeType: 'text/plain' });
    const answer = await get(`/api/v1/files/${id}/link`, { host: 'tunnel:9000' });
    expect(answer.json()).toMatchObject({ object: 'file_link', file_id: id, name, size: content.length, sha256 });
    const { origin, pathname, search } = new URL(answer.json().url);
    expect(origin).toBe('http://tunnel:9000');
    const download = await app.inject({ url: pathname + search });
    expect(download.rawPayload).toEqual(content);
    expect(download.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag: `"${sha256}"`,
    });
  });
});
