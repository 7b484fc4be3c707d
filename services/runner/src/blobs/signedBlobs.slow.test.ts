// @module-tag real

import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openS3Blobs } from '@rotamer/kit/blobs/s3Blobs.ts';
import { createBucket } from '@rotamer/kit/blobs/s3Bucket.ts';
import { s3TransferUrls } from '@rotamer/kit/blobs/s3TransferUrls.ts';
import { describe, expect, inject, it } from 'vitest';
import { signedBlobs } from './signedBlobs.ts';

const key = 'artifacts/ws_1/job_1/1/table.csv';
const goOn = new AbortController().signal;
const reader = (...bytes: Buffer[]) => {
  return async () => Readable.from(bytes);
};

async function open() {
  const settings = { ...inject('s3'), s3Bucket: `test-${randomUUID()}` };
  await createBucket(settings);
  const urls = s3TransferUrls(settings);
  const downloadUrls = { [key]: await urls.download(key, 60) };
  const blobs = signedBlobs(downloadUrls, (object) => urls.upload(object.key, object, 60));
  return { blobs, store: openS3Blobs(settings) };
}

describe('a runner without keys to the S3 server', () => {
  it.each([
    ['nothing', []],
    ['bytes', [Buffer.from('a,b\n')]],
    ['20 MiB in pieces', Array.from({ length: 320 }, () => randomBytes(65_536))],
  ])('stores %s, and reads them', async (_, pieces) => {
    const { blobs, store } = await open();
    expect(await blobs.get(key, goOn)).toBeUndefined();
    const { size } = await blobs.put(key, reader(...pieces), goOn);
    expect(await store.size(key)).toBe(size);
    expect((await buffer((await blobs.get(key, goOn))!.body)).equals(Buffer.concat(pieces))).toBe(true);
  });

  it('stores nothing of a file that changes meanwhile', async () => {
    const { blobs, store } = await open();
    const versions = [Buffer.from('a,b\n'), Buffer.from('a,c\n')];
    const put = blobs.put(key, async () => Readable.from([versions.shift()!]), goOn);
    await expect(put).rejects.toThrow(/the blob store answered 400/);
    expect(await store.size(key)).toBeUndefined();
  });

  it('stores nothing once its signal is aborted', async () => {
    const { blobs, store } = await open();
    const stop = new AbortController();
    const endless = async () => Readable.from(forEver());
    function* forEver() {
      for (let i = 0; ; i++) {
        if (i === 100) stop.abort();
        yield Buffer.alloc(65_536);
      }
    }
    await expect(blobs.put(key, endless, stop.signal)).rejects.toThrow();
    expect(await store.size(key)).toBeUndefined();
  });
});
