import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** The file id in a path; a malformed one is not_found, without a call. */
export function fileIdOf({ fileId }: { fileId: string }): string {
  if (!isId('file', fileId)) throw notFound('file');
  return fileId;
}
