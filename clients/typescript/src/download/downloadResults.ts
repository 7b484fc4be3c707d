import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobResults } from '../jobs/results.ts';
import { downloadFile } from './downloadFile.ts';
import { MANIFEST, type Manifest, writeWhole } from './manifest.ts';
import { placeFiles } from './safeName.ts';

/** The structured items of a result, as a file. */
const ITEMS = 'items.json';

export interface DownloadResultsOptions {
  /** Only the files of these names. */
  names?: string[];
  /** Files at a time; default 4. */
  concurrency?: number;
  signal?: AbortSignal;
  /** Told of each file when it is there. */
  onFile?: (path: string, outcome: 'downloaded' | 'skipped') => void;
}

/**
 * Downloads the files of a result into a folder, its structured items as `items.json`, and `manifest.json` with the size and
 * SHA-256 of each, for `verifyFolder`. What is there already is skipped; what was begun goes on.
 */
export async function downloadResults(
  results: JobResults,
  folder: string,
  { names, concurrency = 4, signal, onFile }: DownloadResultsOptions = {},
): Promise<Manifest> {
  await mkdir(folder, { recursive: true });
  for (const name of names ?? []) results.file(name);
  const places = placeFiles(results.files, [MANIFEST, ITEMS]).filter(({ file }) => !names || names.includes(file.name));
  const queue = places.values();
  const failed = new AbortController();
  const both = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const worker = async () => {
    for (const { file, path } of queue) {
      const outcome = await downloadFile(results, file, join(folder, path), { signal: both });
      onFile?.(path, outcome);
    }
  };
  const workers = Array.from({ length: concurrency }, () =>
    worker().catch((error) => {
      failed.abort(error);
      throw error;
    }),
  );
  // All have stopped writing before the first error is told.
  await Promise.allSettled(workers);
  if (failed.signal.aborted) throw failed.signal.reason;

  const { jobId: job_id, tool, status, items } = results;
  const files = places.map(({ file: { size, sha256, output_port_id, content_type }, path }) => ({
    path,
    size,
    sha256,
    output_port_id,
    content_type,
  }));
  const rows =
    items.length > 0 && !names ? [await writeWhole(folder, ITEMS, `${JSON.stringify(items, null, 2)}\n`)] : [];
  const manifest: Manifest = { job_id, tool, status, files: [...files, ...rows] };
  await writeWhole(folder, MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}
