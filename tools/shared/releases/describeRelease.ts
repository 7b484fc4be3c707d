import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ReleaseFile, releaseFile } from '../datasets/release.ts';

/** Returns the size and SHA-256 of each file of a release's folder, without its description, in the order of their paths. */
export async function describeFiles(dir: string): Promise<ReleaseFile['files']> {
  const described: ReleaseFile['files'] = [];
  for (const path of filesOf(dir)) {
    const full = join(dir, path);
    described.push({ path, bytes: statSync(full).size, sha256: await digestOf(full) });
  }
  return described;
}

/** Writes the description of a release, with which its folder is whole. */
export function writeRelease(dir: string, release: ReleaseFile): void {
  const path = releaseFile(dir);
  writeFileSync(`${path}.new`, `${JSON.stringify(release, null, 2)}\n`, { mode: 0o644, flush: true });
  renameSync(`${path}.new`, path);
}

/** Links, such as the one that hmmpress reads, are not listed. Hidden files belong to an import. */
function filesOf(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dir, join(parentPath, name)))
    .filter((path) => join(dir, path) !== releaseFile(dir) && !/(^|\/)\./.test(path))
    .sort();
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}
