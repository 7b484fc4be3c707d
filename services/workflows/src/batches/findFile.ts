import { createLineReader, type ReadLine } from '@rotamer/api/requests/readBatchLine.ts';
import { MAX_FILE_BYTES } from '@rotamer/domain/limits.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { FilesClient, ResolvedFile } from '@rotamer/proto/files/v1/files.ts';
import { readFile } from './readFile.ts';

/** The call to files that finds a saved file. */
type Finding = Pick<FilesClient<CallScope>, 'resolveInputs'>;

/** Returns a saved file of lines. @throws not_found, or validation_error for one that is too large or no text */
export async function findFile(files: Finding, fileId: string, scope: CallScope): Promise<ResolvedFile> {
  const [file] = (await files.resolveInputs({ fileIds: [fileId] }, scope)).files;
  if (!file) throw new Fault('not_found', 'file_id: no such file in this workspace.');
  if (file.size > MAX_FILE_BYTES)
    throw validationFault([{ path: 'file_id', message: `has ${file.size} bytes; the limit is ${MAX_FILE_BYTES}` }]);
  if (!file.textual) throw validationFault([{ path: 'file_id', message: 'is not a file of text' }]);
  return file;
}

/** Yields the lines of a saved file. @throws not_found when its bytes were deleted */
export async function* linesOfFile(
  blobs: Pick<Blobs, 'get'>,
  { key, filename }: ResolvedFile,
): AsyncGenerator<ReadLine> {
  const blob = await blobs.get(key);
  if (!blob) throw new Fault('not_found', `file_id: the file ${filename} no longer exists.`);
  try {
    yield* readFile(blob.body, createLineReader());
  } finally {
    blob.body.destroy();
  }
}
