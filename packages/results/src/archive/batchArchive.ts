import { hash } from 'node:crypto';
import type { ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import { type Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import type { Batch } from '@rotamer/proto/workflows/v1/batch.ts';
import type { BatchItem } from '@rotamer/proto/workflows/v1/batches.ts';
import type { BatchResult } from '../batches/batchResults.ts';
import { type DescribedFile, withManifest } from './archiveFiles.ts';
import { createNames, createPaths } from './archivePaths.ts';
import type { ArchiveFile } from './tarArchive.ts';

/** Most files of an archive: their headers are in memory while it is sent, about 1 KiB each. */
export const MAX_FILES = 20_000;

/**
 * Returns the files of the archive of a batch: a folder for each submission that has a result, named after its `custom_id`, with the
 * files of that result and its structured items as `items.json`. Texts of items are made again when they are sent, so that memory
 * does not grow with them. The manifest names the submissions that failed, with their errors.
 *
 * @throws validation_error for more than `MAX_FILES` files.
 */
export async function batchArchive(
  batch: Batch,
  results: AsyncIterable<BatchResult>,
  failed: readonly BatchItem[],
  readManifest: (ref: ManifestRef) => Promise<ResultManifest>,
  maxFiles = MAX_FILES,
): Promise<ArchiveFile[]> {
  const folderOf = createNames();
  // A folder must not have the name of a file of the archive.
  for (const own of ['manifest.json', 'SHA256SUMS']) folderOf(own);
  const files: DescribedFile[] = [];
  const submissions: object[] = [];
  for await (const { item, ref, manifest } of results) {
    const folder = folderOf(item.customId);
    const { jobId } = item.job!;
    submissions.push({ line: item.line, custom_id: item.customId, job_id: jobId, folder });
    files.push(...filesOf(folder, manifest, async () => itemsText(await readManifest(ref))));
    if (files.length > maxFiles) throw tooLarge(item.line, maxFiles);
  }
  const status = enumName('BATCH_STATUS', batch.status);
  return withManifest({ batch_id: batch.id, status, submissions, failed: failed.map(describeFailed) }, files);
}

function describeFailed({ line, customId, job }: BatchItem): object {
  return { line, custom_id: customId, job_id: job?.jobId || null, error: job?.error ?? null };
}

function filesOf(folder: string, manifest: ResultManifest, make: () => Promise<Buffer>): DescribedFile[] {
  const pathOf = createPaths();
  const files = manifest.files.map(({ key, name, size, sha256, output_port_id, content_type }) => {
    const path = `${folder}/${pathOf(output_port_id, name)}`;
    return { path, key, size, sha256, output_port_id, content_type };
  });
  if (manifest.items.length === 0) return files;
  const text = itemsText(manifest);
  return [{ path: `${folder}/items.json`, size: text.length, sha256: hash('sha256', text), make }, ...files];
}

function itemsText({ items }: ResultManifest): Buffer {
  return Buffer.from(`${JSON.stringify(items, null, 2)}\n`);
}

function tooLarge(line: number, maxFiles: number): Fault {
  const message = `an archive has at most ${maxFiles} files; name an earlier line than ${line}, and get the rest with first_line`;
  return validationFault([{ path: 'last_line', message }]);
}
