// @module-tag real

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openS3Blobs } from '@rotamer/kit/blobs/s3Blobs.ts';
import { createBucket } from '@rotamer/kit/blobs/s3Bucket.ts';
import { s3TransferUrls } from '@rotamer/kit/blobs/s3TransferUrls.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { publishedKey } from '@rotamer/tools/shared/datasets/publishedRelease.ts';
import { readRelease } from '@rotamer/tools/shared/datasets/release.ts';
import { describeFiles } from '@rotamer/tools/shared/releases/describeRelease.ts';
import { publishRelease } from '@rotamer/tools/shared/releases/publishRelease.ts';
import { aRelease } from '@rotamer/tools/shared/releases/testing/aRelease.ts';
import { afterEach, expect, inject, it } from 'vitest';
import { getPublished } from './getPublished.ts';
import { openReleaseCache } from './releaseCache.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'published-'));
  folders.push(folder);
  return folder;
}

it('copies a published release from a real S3 server, and refuses one whose object was replaced', async () => {
  const settings = { ...inject('s3'), s3Bucket: `test-${randomUUID()}` };
  await createBucket(settings);
  const [store, signed] = [openS3Blobs(settings), s3TransferUrls(settings)];
  const letters = 'ACDEFGHIKLMNPQRSTVWY';
  const record = (_: unknown, i: number) =>
    `>r${i}\n${[...randomBytes(1000)].map((byte) => letters[byte % 20]).join('')}\n`;
  const source = Array.from({ length: 3000 }, record).join('');
  const { dir, sha256 } = await aRelease(source, [], { root: newFolder(), id: 'proteins' });
  expect(sha256).toBe(createHash('sha256').update(source).digest('hex'));
  const { files } = await publishRelease(store, dir, () => {});
  expect(files).toBe(readRelease(dir).files.length);

  const failures: { err: Error }[] = [];
  const open = (root: string) =>
    openReleaseCache({
      ...{ root, maxBytes: 1e9, onChange: () => {}, now: Date.now },
      log: { ...quietLog, warn: (fields: { err: Error }) => failures.push(fields) } as never,
      download: {
        async sign(id, release, paths) {
          const urls = paths.map(async (path) => [path, await signed.download(publishedKey(id, release, path), 60)]);
          return { sha256, urls: Object.fromEntries(await Promise.all(urls)) };
        },
        get: getPublished,
      },
    });
  const root = newFolder();
  const cache = open(root);
  cache.want(['proteins@1']);
  await eventually(() => readdirSync(join(root, 'proteins')).includes('1'), 60_000);
  expect(await describeFiles(join(root, 'proteins/1'))).toEqual(readRelease(dir).files);
  await cache.stop();

  await store.put(publishedKey('proteins', '1', 'names.tsv'), 'r1\t\n');
  const other = newFolder();
  open(other).want(['proteins@1']);
  await eventually(() => failures.length === 1, 60_000);
  expect(failures[0]!.err.message).toMatch(/^names.tsv has the SHA-256/);
  expect(readdirSync(join(other, 'proteins'))).toEqual([]);
});
