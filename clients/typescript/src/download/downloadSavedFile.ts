import type { Files } from '../resources/files.ts';
import type { FileLink } from '../types.ts';
import { type DownloadOptions, downloadFile } from './downloadFile.ts';

/**
 * Downloads a file of the library to a path. Resumes a partial download, and renames it once its SHA-256 is right. `outcome` is
 * `skipped` when the path already has these bytes.
 */
export async function downloadSavedFile(
  files: Pick<Files, 'link' | 'open'>,
  file: string | FileLink,
  path: string,
  options: DownloadOptions = {},
): Promise<{ link: FileLink; outcome: 'downloaded' | 'skipped' }> {
  const link = typeof file === 'string' ? await files.link(file, { signal: options.signal }) : file;
  return { link, outcome: await downloadFile<FileLink>(files, link, path, options) };
}
