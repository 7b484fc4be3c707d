import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Downloadable, downloadFile, type Source } from './downloadFile.ts';

export interface DownloadFilesOptions {
  /** Number of concurrent downloads; default 4. */
  concurrency?: number;
  signal?: AbortSignal;
  /** Called for each file once it exists. */
  onFile?: (path: string, outcome: 'downloaded' | 'skipped') => void;
}

/** Downloads files to their paths in a folder, several at a time. The first error ends the others, and is thrown after that. */
export async function downloadFiles<File extends Downloadable>(
  source: Source<File>,
  places: readonly { file: File; path: string }[],
  folder: string,
  { concurrency = 4, signal, onFile }: DownloadFilesOptions = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const queue = places.values();
  const failed = new AbortController();
  const both = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const worker = async () => {
    for (const { file, path } of queue) {
      const outcome = await downloadFile(source, file, join(folder, path), { signal: both });
      onFile?.(path, outcome);
    }
  };
  const workers = Array.from({ length: concurrency }, () =>
    worker().catch((error) => {
      failed.abort(error);
      throw error;
    }),
  );
  // All downloads have stopped writing before the first error is thrown.
  await Promise.allSettled(workers);
  if (failed.signal.aborted) throw failed.signal.reason;
}
