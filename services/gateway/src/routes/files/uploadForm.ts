import { uploadFile } from '@rotamer/api/operations/files/uploadFile.ts';
import { projectNamed } from '@rotamer/http/params/ids.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { type Field, type FilePart, partsOf } from '@rotamer/kit/http/multipart.ts';
import type { FastifyRequest } from 'fastify';
import { refuseScope } from '../../access/authorise.ts';
import { refuseProject } from '../../access/limitKey.ts';
import { readUploadFields, type UploadFields } from './uploadFields.ts';

/** The longest part name that a message repeats, in characters. */
const MAX_NAME = 100;

/**
 * Reads the whole form of an upload. `take` gets the arriving file with the text parts before it, and reads it to its end.
 *
 * @throws validation_error for a second file or a file under another name, and the errors of `partsOf`.
 */
export async function readUploadForm<Taken extends object>(
  request: FastifyRequest,
  take: (file: FilePart, before: Field[]) => Promise<Taken>,
): Promise<{ fields: Field[]; taken: Taken | undefined }> {
  const fields: Field[] = [];
  let taken: Taken | undefined;
  for await (const part of partsOf(request)) {
    if ('value' in part) fields.push({ ...part, name: part.name.slice(0, MAX_NAME) });
    else if (part.name !== 'file') throw problem(part.name.slice(0, MAX_NAME), 'is not a known field');
    else if (taken) throw problem('file', 'is sent more than once');
    else taken = await take(part, fields);
  }
  return { fields, taken };
}

/** Reads the text parts about the file, and checks that the key may use the project that they name. */
export function readAllowedFields(request: FastifyRequest, fields: Field[]): UploadFields {
  const read = readUploadFields(fields);
  refuseScope(uploadFile.access, request.credential!, { project_id: read.projectId });
  if (read.projectId !== undefined) refuseProject(request.credential!, read.projectId);
  return { ...read, projectId: projectNamed(read.projectId) };
}

export function problem(path: string, message: string) {
  return validationFault([{ path, message }]);
}
