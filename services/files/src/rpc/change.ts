import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { File } from '@rotamer/proto/files/v1/file.ts';
import type { ChangeFileRequest } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import { mayDelete, originalName, safeName } from '../file/file.ts';
import { changeFile, readFile } from '../file/fileStore.ts';
import { presentFile } from '../file/presentFile.ts';

/**
 * Changes name, description and tags of a file. Its bytes, format and job stay. Who may delete a file may change it; a file that does
 * not exist is reported before a missing permission.
 */
export function change({ db, clock }: Pick<Deps, 'db' | 'clock'>): Rpc<ChangeFileRequest, File> {
  return async ({ fileId, originalName: given, description, tags }, { caller }) => {
    const file = await readFile(db, fileId, caller.workspaceId);
    if (!file) throw notFound('file');
    if (!mayDelete(file, caller)) {
      throw new Fault(
        'forbidden',
        'Members can change only their own files; changing this one requires the role admin or higher.',
        { details: { required_role: 'admin' } },
      );
    }
    const name = given === undefined ? file.originalName : originalName(given);
    const changed = await changeFile(db, {
      ...file,
      originalName: name,
      filename: given === undefined ? file.filename : safeName(name),
      description: description === undefined ? file.description : description || undefined,
      tags: tags?.tags ?? file.tags,
      updatedAt: clock(),
    });
    if (!changed) throw notFound('file');
    return presentFile(changed);
  };
}
