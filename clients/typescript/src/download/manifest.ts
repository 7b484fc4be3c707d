import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RotamerError } from '../http/errors.ts';
import { isFile } from './hashFile.ts';

/** Name of the file with the structured items of a result. */
export const ITEMS = 'items.json';

/** Name of the manifest, beside the files of a downloaded result. */
export const MANIFEST = 'manifest.json';

export interface ManifestEntry {
  /** Path relative to the folder, with slashes. */
  path: string;
  /** Size in bytes. */
  size: number;
  sha256: string;
  output_port_id?: string;
  content_type?: string;
}

/** The manifest of a folder of downloads. */
export interface FolderManifest {
  status: string;
  files: ManifestEntry[];
}

/** The manifest of a job's result. */
export interface Manifest extends FolderManifest {
  job_id: string;
  tool: string;
}

/** The manifest of a workflow run's results. */
export interface RunManifest extends FolderManifest {
  run_id: string;
  attempt_id: string;
}

/** Returns the entry of a file that was downloaded to a path. */
export function entryOf({ file, path }: { file: Omit<ManifestEntry, 'path'>; path: string }): ManifestEntry {
  const { size, sha256, output_port_id, content_type } = file;
  return { path, size, sha256, output_port_id, content_type };
}

/** Writes a text atomically: the file is complete or absent. Returns its entry for a manifest. */
export async function writeWhole(folder: string, path: string, text: string): Promise<ManifestEntry> {
  const target = join(folder, path);
  await writeFile(`${target}.part`, text);
  await rename(`${target}.part`, target);
  return { path, size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
}

/** Compares a folder with its manifest. Returns the paths of files that are missing or have other bytes. */
export async function verifyFolder(folder: string): Promise<{ manifest: FolderManifest; wrong: string[] }> {
  const manifest = await readManifest(folder);
  const wrong: string[] = [];
  for (const file of manifest.files) if (!(await isFile(join(folder, file.path), file))) wrong.push(file.path);
  return { manifest, wrong };
}

async function readManifest(folder: string): Promise<FolderManifest> {
  const path = join(folder, MANIFEST);
  try {
    const manifest = JSON.parse(await readFile(path, 'utf8')) as FolderManifest;
    if (Array.isArray(manifest.files)) return manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new RotamerError(`There is no ${path}.`);
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new RotamerError(`${path} is not a download manifest.`);
}
