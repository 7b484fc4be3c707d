// @module-tag real

import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, inject, it } from 'vitest';
import { openS3Blobs } from './s3Blobs.ts';
import { createBucket } from './s3Bucket.ts';
import { s3TransferUrls } from './s3TransferUrls.ts';

const key = 'artifacts/ws_1/job_1/1/table.csv';
const bytes = Buffer.from('a,b\n1,2\n');
const described = { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };

async function open() {
  const settings = { ...inject('s3'), s3Bucket: `test-${randomUUID()}` };
  await createBucket(settings);
  return { blobs: openS3Blobs(settings), urls: s3TransferUrls(settings) };
}

it('lets a holder of an upload URL store exactly the bytes it was signed for', async () => {
  const { blobs, urls } = await open();
  const { url, headers } = await urls.upload(key, described, 60);
  const put = (to: string, body: Buffer, more = headers) =>
    fetch(to, { method: 'PUT', headers: more, body: new Uint8Array(body) });

  const altered = Buffer.from('a,b\n1,3\n');
  expect((await put(url, altered)).ok).toBe(false);
  const { 'x-amz-checksum-sha256': _, ...without } = headers;
  expect((await put(url, altered, without)).ok).toBe(false);
  const longer = Buffer.concat([bytes, bytes]);
  expect((await put(url, longer, { ...headers, 'content-length': String(longer.length) })).ok).toBe(false);
  expect((await put(url.replace('job_1', 'job_2'), bytes)).ok).toBe(false);
  expect(await blobs.size(key)).toBeUndefined();

  expect((await put(url, bytes)).status).toBe(200);
  const stored = await blobs.get(key);
  expect(await buffer(stored!.body)).toEqual(bytes);
});

it('lets a holder of a download URL read that object', async () => {
  const { blobs, urls } = await open();
  await blobs.put(key, bytes);
  const url = await urls.download(key, 60);
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(bytes);
  expect((await fetch(url.replace('job_1', 'job_2'))).status).toBe(403);
  expect((await fetch(url, { method: 'DELETE' })).ok).toBe(false);
  expect((await fetch(await urls.download(`${key}x`, 60))).status).toBe(404);
});
