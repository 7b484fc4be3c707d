import type { JobResults } from '../jobs/results.ts';
import { type DownloadFilesOptions, downloadFiles } from './downloadFiles.ts';
import { entryOf, ITEMS, MANIFEST, type Manifest, writeWhole } from './manifest.ts';
import { placeFiles } from './safeName.ts';

export interface DownloadResultsOptions extends DownloadFilesOptions {
  /** Download only the files with these names. */
  names?: string[];
}

/**
 * Downloads the files of a result into a folder, its structured items as `items.json`, and `manifest.json` with the size and
 * SHA-256 of each, for `verifyFolder`. Skips existing files, and resumes partial downloads.
 */
export async function downloadResults(
  results: JobResults,
  folder: string,
  { names, ...options }: DownloadResultsOptions = {},
): Promise<Manifest> {
  for (const name of names ?? []) results.file(name);
  const places = placeFiles(results.files, [MANIFEST, ITEMS]).filter(({ file }) => !names || names.includes(file.name));
  await downloadFiles(results, places, folder, options);
  const { jobId: job_id, tool, status, items } = results;
  const rows =
    items.length > 0 && !names ? [await writeWhole(folder, ITEMS, `${JSON.stringify(items, null, 2)}\n`)] : [];
  const manifest: Manifest = { job_id, tool, status, files: [...places.map(entryOf), ...rows] };
  await writeWhole(folder, MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}
