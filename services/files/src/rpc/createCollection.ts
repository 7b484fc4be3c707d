import { workspaceProblem } from '@rotamer/domain/workspaceProblem.ts';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { Collection } from '@rotamer/proto/files/v1/file.ts';
import type { CreateCollectionRequest } from '@rotamer/proto/files/v1/files.ts';
import { insertCollection } from '../collectionStore.ts';
import type { Deps } from '../deps.ts';

const NAME_LENGTH_MAX = 80;

/**
 * Creates a collection. The paths of validation problems are the options of the admin command that sends this request.
 */
export function createCollection({ db, clock }: Deps): Rpc<CreateCollectionRequest, Collection> {
  return async ({ workspaceId, name }) => {
    const problem = workspaceProblem(workspaceId);
    if (problem) throw validationFault([problem]);
    if (name.trim() === '' || [...name].length > NAME_LENGTH_MAX || /\p{Cc}/u.test(name)) {
      throw validationFault([
        { path: 'name', message: `must have 1 to ${NAME_LENGTH_MAX} characters and not be blank` },
      ]);
    }
    const collection = { id: newId('col', clock()), name };
    if (await insertCollection(db, collection, workspaceId)) return collection;
    throw new Fault('conflict', 'The workspace already has a collection with this name.', {
      resolution: 'Use the existing collection, or choose another name.',
    });
  };
}
