import { createHash } from 'node:crypto';
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isBlobKey } from '@rotamer/kit/blobs/blobs.ts';
import { MAX_SIGNED_FILES } from '@rotamer/tools/shared/datasets/publishedRelease.ts';
import { type ReleaseFile, readRelease, releaseFile } from '@rotamer/tools/shared/datasets/release.ts';

/** Reads files of a published release. */
export interface Download {
  /** Returns the registered digest of the release, and where its files can be read. */
  sign(id: string, release: string, paths: string[]): Promise<{ sha256: string; urls: Record<string, string> }>;
  get(url: string, signal: AbortSignal): Promise<Readable>;
}

/** Folders of downloads, and of releases that are removed. */
export const PARTIAL = /^\.(fetch|evicted)-/;

const MAX_DESCRIPTION_BYTES = 16 * 1024 * 1024;

const DESCRIPTION = 'release.json';

/**
 * Copies a published release into the folder of datasets. It gets its name when every file is there with the digest of
 * its description, so a process that ends meanwhile leaves no release.
 *
 * @throws Error for a release that is not published, is not the registered one, has other bytes than it should, or is too large.
 */
export async function fetchRelease(
  root: string,
  { id, release }: { id: string; release: string },
  download: Download,
  makeRoom: (bytes: number) => boolean,
  signal: AbortSignal,
): Promise<void> {
  mkdirSync(join(root, id), { recursive: true, mode: 0o755 });
  const partial = mkdtempSync(join(root, id, '.fetch-'));
  // Other users run the tools.
  chmodSync(partial, 0o755);
  try {
    const description = await fetchDescription(partial, { id, release }, download, signal);
    if (!makeRoom(description.bytes))
      throw new Error(`${id}@${release} has ${description.bytes} bytes; the cache has no room for it`);
    // Until the end no folder looks like a release.
    const hidden = join(partial, `.${DESCRIPTION}`);
    renameSync(releaseFile(partial), hidden);
    for (let at = 0; at < description.files.length; at += MAX_SIGNED_FILES) {
      const part = description.files.slice(at, at + MAX_SIGNED_FILES);
      const paths = part.map(({ path }) => path);
      const { urls } = await download.sign(id, release, paths);
      for (const file of part) await fetchFile(partial, file, await download.get(urls[file.path]!, signal), signal);
    }
    renameSync(hidden, releaseFile(partial));
    const dir = join(root, id, release);
    // A folder without a description is not a release.
    if (existsSync(dir)) rmSync(dir, { recursive: true });
    renameSync(partial, dir);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

async function fetchDescription(
  dir: string,
  { id, release }: { id: string; release: string },
  download: Download,
  signal: AbortSignal,
): Promise<ReleaseFile> {
  const { sha256, urls } = await download.sign(id, release, [DESCRIPTION]);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await download.get(urls[DESCRIPTION]!, signal)) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_DESCRIPTION_BYTES) throw new Error(`the description of ${id}@${release} is too large`);
    chunks.push(chunk as Buffer);
  }
  writeFileSync(releaseFile(dir), Buffer.concat(chunks), { mode: 0o444 });
  const described = readRelease(dir);
  const odd = described.files.find(({ path }) => !isBlobKey(path));
  if (odd) throw new Error(`the description of ${id}@${release} names the file ${JSON.stringify(odd.path)}`);
  if (described.dataset !== id || described.release !== release || described.sha256 !== sha256)
    throw new Error(`the blob store has other data as ${id}@${release} than those that are registered`);
  return described;
}

async function fetchFile(
  dir: string,
  { path, bytes, sha256 }: ReleaseFile['files'][number],
  body: Readable,
  signal: AbortSignal,
): Promise<void> {
  const to = join(dir, path);
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  const hash = createHash('sha256');
  let read = 0;
  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      read += chunk.length;
      if (read > bytes) throw new Error(`${path} has more bytes than its ${bytes}`);
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(body, measured, createWriteStream(to, { mode: 0o444, flush: true }), { signal });
  const found = hash.digest('hex');
  if (read !== bytes || found !== sha256) throw new Error(`${path} has the SHA-256 ${found}, not ${sha256}`);
}
